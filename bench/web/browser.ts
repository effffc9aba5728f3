import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'

/** The CPU throttling factor of the measured browser. */
export const SLOWER = 4

/** Starts the browser of the tests with additional flags for measurements. */
export function startMeasured(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    // Without the second flag, V8 parses the application again when React creates its errors, because the inspector that
    // drives this browser wants their stack. Users have no inspector.
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc --no-enable-lazy-source-positions'],
  })
}

/** Opens a signed-in page with a throttled CPU in a new context with empty caches. */
export async function slowPage(
  browser: Browser,
  base: string,
  secret: string,
): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ baseURL: base, viewport: { width: 1280, height: 900 } })
  const url = new URL(base)
  await context.addCookies([{ name: '_service_session', value: secret, domain: url.hostname, path: '/' }])
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.addInitScript(observe)
  return { page, cdp }
}

/** Runs in the page and records the durations of key presses and long tasks. */
function observe(): void {
  const timings = { keys: [] as number[], tasks: [] as number[] }
  Reflect.set(globalThis, 'noted', timings)
  const keep = (type: 'event' | 'longtask', durations: number[], options: object) => {
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries()) {
        if (type === 'longtask' || name === 'keydown') durations.push(duration)
      }
    }).observe({ type, ...options })
  }
  keep('event', timings.keys, { durationThreshold: 16 })
  keep('longtask', timings.tasks, {})
}

/** The durations that a page recorded since the previous call; keys under 16 ms are missing. */
export async function readTimings(page: Page): Promise<{ keys: number[]; tasks: number[] }> {
  return page.evaluate(() => {
    const all = Reflect.get(globalThis, 'noted') as { keys: number[]; tasks: number[] }
    return { keys: all.keys.splice(0), tasks: all.tasks.splice(0) }
  })
}

/** The heap size in bytes after a garbage collection. */
export async function measureHeap(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage')
  return (await cdp.send('Runtime.getHeapUsage')).usedSize
}

/** The value below which this share of `count` values lies; missing values count as the smallest. */
export function computePercentile(values: readonly number[], part: number, count = values.length): number {
  const sorted = [...Array<number>(Math.max(0, count - values.length)).fill(0), ...values].sort(
    (a, b) => a - b,
  )
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}

export function computeMedian(values: readonly number[]): number {
  return computePercentile(values, 0.5)
}
