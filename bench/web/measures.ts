import type { Browser, CDPSession, Page, Request } from 'playwright-core'
import type { BenchData } from '../support/data.ts'
import { measureHeap, computeMedian, readTimings, computePercentile, slowPage } from './browser.ts'

const TURNS = 5
const SCROLLED_MS = 10_000
/** The network delay in ms, which shows which keys wait for an answer. */
const NETWORK_DELAY_MS = 5000

/** A budget and the measured value. */
export interface BudgetResult {
  name: string
  limit: string
  reached: string
  holds: boolean
}

export interface MeasureContext {
  browser: Browser
  base: string
  data: BenchData
  /** Cookie secret of a system administrator. */
  adminSecret: string
  decisions: number
}

const formatMs = (value: number) => `${Math.round(value)} ms`

/** Measures first paint and the first rows of the requirements table; medians of cold loads. */
export async function measureLoading({ browser, base, data }: MeasureContext): Promise<BudgetResult[]> {
  const paints: number[] = []
  const tables: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    const { page } = await slowPage(browser, base, data.secret)
    await page.addInitScript(observeFirstRow)
    await page.goto(`/app/components/${data.componentId}/edit`)
    await page.waitForFunction(() => performance.getEntriesByName('first row').length > 0)
    tables.push(
      await page.evaluate(() => performance.getEntriesByName('first row')[0]?.startTime ?? Infinity),
    )
    paints.push(
      await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
    )
    await page.context().close()
  }
  return [
    toResult('first contentful paint', 800, computeMedian(paints)),
    toResult('table of all requirements usable', 1500, computeMedian(tables)),
  ]
}

/** Runs in the page and marks when the first row is painted; asking from outside waits for later tasks of the page. */
function observeFirstRow(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('[role=grid] [data-index]')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => performance.mark('first row')))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** Scrolls through the table for ten seconds; counts frames without a visible row and measures the longest task. */
export async function measureScrolling({ browser, base, data }: MeasureContext): Promise<BudgetResult[]> {
  const { page } = await slowPage(browser, base, data.secret)
  await page.goto(`/app/components/${data.componentId}/edit`)
  await page.locator('[role=grid] [data-index]').first().waitFor()
  await page.waitForLoadState('networkidle')
  await readTimings(page)
  const blank = await page.evaluate(async (time) => {
    const grid = document.querySelector('[role=grid]')
    if (!grid) return -1
    const { x, y, width, height } = grid.getBoundingClientRect()
    const startedAt = performance.now()
    let empty = 0
    while (performance.now() - startedAt < time) {
      grid.scrollTop += 120
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const topElement = document.elementFromPoint(x + width / 2, y + height / 2)
      if (!topElement?.closest('[data-index]')) empty += 1
    }
    return empty
  }, SCROLLED_MS)
  const longest = Math.max(0, ...(await readTimings(page)).tasks)
  await page.context().close()
  return [
    { name: '10 s of scrolling: blank frames', limit: '0', reached: String(blank), holds: blank === 0 },
    toResult('10 s of scrolling: longest task', 50, longest),
  ]
}

/** Measures the time from a key to the painted decision, the heap growth, and the requests when reading on. */
export async function measureDecisions(context: MeasureContext): Promise<BudgetResult[]> {
  const { browser, base, data, decisions } = context
  const { page, cdp } = await slowPage(browser, base, data.secret)
  await openLoadedQueue(page, data.componentId)
  const before = await measureHeap(cdp)
  await readTimings(page)
  for (let done = 0; done < decisions; done += 1) {
    const current = await readCurrent(page)
    await page.keyboard.press('1')
    await page.waitForFunction(
      (was) => document.querySelector('nav [aria-current=true]')?.getAttribute('href') !== was,
      current,
    )
  }
  const { keys } = await readTimings(page)
  await page.waitForLoadState('networkidle')
  const grown = ((await measureHeap(cdp)) - before) / 1e6
  await page.context().close()
  return [
    toResult(`key to shown decision, p95 of ${decisions}`, 50, computePercentile(keys, 0.95, decisions)),
    toResult('key to shown decision, longest', 100, Math.max(0, ...keys)),
    {
      name: `memory after ${decisions} decisions`,
      limit: '+30 MB',
      reached: `${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB`,
      holds: grown <= 30,
    },
  ]
}

/** Opens the triage and waits until the whole queue is loaded, which otherwise delays answers and adds to the heap. */
async function openLoadedQueue(page: Page, componentId: number): Promise<void> {
  await page.goto(`/app/components/${componentId}/triage`)
  // "6,750 left", without ", loading the rest".
  const status = page.getByRole('status').filter({ hasText: /^[\d,]+ left$/ })
  await status.first().waitFor({ timeout: 60_000 })
  await createIdleWaiter(page)()
}

function readCurrent(page: Page): Promise<string | null> {
  return page.locator('nav [aria-current=true]').first().getAttribute('href')
}

/** Measures the keys that move between requirements in the editor, and whether they wait for the service. */
export async function measureReading({ browser, base, data }: MeasureContext): Promise<BudgetResult[]> {
  const steps = 50
  const sampleCount = 10
  const { page, cdp } = await slowPage(browser, base, data.secret)
  await page.goto(`/app/components/${data.componentId}/1`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const quiet = createIdleWaiter(page)
  await quiet()
  await readTimings(page)
  for (let step = 0; step < steps; step += 1) {
    await pressNext(page)
    await quiet()
  }
  const { keys } = await readTimings(page)
  let waited = 0
  for (let step = 0; step < sampleCount; step += 1) {
    await slowNetwork(cdp, NETWORK_DELAY_MS)
    await pressNext(page, NETWORK_DELAY_MS).catch(() => (waited += 1))
    await slowNetwork(cdp, 0)
    await quiet()
  }
  await page.context().close()
  return [
    toResult(`J in the editor, p95 of ${steps}`, 100, computePercentile(keys, 0.95, steps)),
    {
      name: `J that waited for an answer, of ${sampleCount}`,
      limit: '0',
      reached: String(waited),
      holds: waited === 0,
    },
  ]
}

async function pressNext(page: Page, timeout = 60_000): Promise<void> {
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await page.keyboard.press('j')
  await page.waitForFunction((was) => (document.querySelector('h1')?.textContent ?? was) !== was, heading, {
    timeout,
  })
}

/** Delays every request by this latency. */
function slowNetwork(cdp: CDPSession, latency: number): Promise<unknown> {
  return cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
}

/** Returns a function that waits until no request is pending, except live streams. */
function createIdleWaiter(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    for (let idle = 0; idle < 4; idle = open.size === 0 ? idle + 1 : 0) await page.waitForTimeout(25)
  }
}

/** Measures the time from a decision of another user to its row on an open page. */
export async function measureLive({ browser, base, data }: MeasureContext): Promise<BudgetResult[]> {
  const turns = 40
  const { page } = await slowPage(browser, base, data.secret)
  await openLoadedQueue(page, data.componentId)
  const links = page.getByRole('navigation', { name: 'Queue' }).getByRole('link')
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const link = links.nth(2 + (turn % 8))
    const id = Number(/comment=(\d+)/.exec((await link.getAttribute('href')) ?? '')?.[1])
    const status = turn < 8 ? 'concur' : turn % 16 < 8 ? 'non_concur' : 'concur'
    const was = await link.textContent()
    const startedAt = performance.now()
    await fetch(`${base}/reviews/${id}/triage`, {
      method: 'PATCH',
      headers: { cookie: `_service_session=${data.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ triage_status: status, response_comment: 'Measured.' }),
    })
    await page
      .waitForFunction(
        ({ id: wanted, was: text }) =>
          document.querySelector(`nav a[href*="comment=${wanted}"]`)?.textContent !== text,
        { id, was },
        { timeout: 10_000 },
      )
      .then(
        () => times.push(performance.now() - startedAt),
        () => times.push(10_000),
      )
  }
  await page.context().close()
  return [toResult("another's decision to the screen, p95", 500, computePercentile(times, 0.95))]
}

function toResult(label: string, limit: number, value: number): BudgetResult {
  return { name: label, limit: formatMs(limit), reached: formatMs(value), holds: value <= limit }
}
