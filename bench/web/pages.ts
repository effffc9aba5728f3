import type { Browser, Page } from 'playwright-core'
import { EVERY_PAGE } from '../../test/browser/support/every-page.ts'
import { printTable } from '../support/table.ts'
import { computeMedian, slowPage } from './browser.ts'
import type { MeasureContext, BudgetResult } from './measures.ts'

const TURNS = Number(process.env['TURNS'] ?? 3)
/** Budgets of every page (`bench/README.md`). */
const PAINTED_MS = 800
const USABLE_MS = 1500
const DEPTH = 2
const MAX_WAIT_MS = 15_000
/** The addresses of pages whose records have other names in the demo. */
const ADDRESSES = new Map([
  ['/components/$id/$name', '/components/1/000001'],
  // The first guide has as many rules as the component; the others have realistic sizes.
  ['/srgs/$id', '/srgs/2'],
  ['/srgs/$id/releases', '/srgs/2/releases'],
  ['/srgs/compare', '/srgs/compare?base_id=2&diff_id=2'],
])

/** The measurements of opening a page. */
interface PageMeasurement {
  painted: number
  usable: number
  /** The longest chain of requests for records that waited for each other. */
  depth: number
  requests: number
}

/** Measures each page: first paint, time to content, and the longest chain of requests. */
export async function measurePages({ browser, base, adminSecret }: MeasureContext): Promise<BudgetResult[]> {
  const results: { name: string; opening: PageMeasurement }[] = []
  for (const { route, address, identity } of EVERY_PAGE) {
    const secret = identity === null ? '' : adminSecret
    const openings: PageMeasurement[] = []
    for (let turn = 0; turn < TURNS; turn += 1) {
      openings.push(await open(browser, base, secret, ADDRESSES.get(route) ?? address))
    }
    const pickMedian = (key: keyof PageMeasurement) => computeMedian(openings.map((opening) => opening[key]))
    const opening = {
      painted: pickMedian('painted'),
      usable: pickMedian('usable'),
      depth: pickMedian('depth'),
      requests: pickMedian('requests'),
    }
    results.push({ name: route, opening })
  }
  printOpenings(results)
  const findSlowest = (key: keyof PageMeasurement) =>
    results.toSorted((a, b) => b.opening[key] - a.opening[key])[0]
  return [
    toResults('every page: first contentful paint', findSlowest('painted'), 'painted', PAINTED_MS, ' ms'),
    toResults('every page: usable', findSlowest('usable'), 'usable', USABLE_MS, ' ms'),
    toResults('every page: requests that wait for each other', findSlowest('depth'), 'depth', DEPTH, ''),
  ]
}

function toResults(
  label: string,
  worst: { name: string; opening: PageMeasurement } | undefined,
  key: keyof PageMeasurement,
  limit: number,
  unit: string,
): BudgetResult {
  const value = Math.round(worst?.opening[key] ?? Number.POSITIVE_INFINITY)
  return {
    name: `${label} (${worst?.name})`,
    limit: `${limit}${unit}`,
    reached: `${value}${unit}`,
    holds: value <= limit,
  }
}

async function open(
  browser: Browser,
  base: string,
  secret: string,
  address: string,
): Promise<PageMeasurement> {
  const { page } = await slowPage(browser, base, secret)
  try {
    await page.goto(`/app${address}`)
    await page
      .waitForFunction(
        () =>
          document.querySelector('main h1') !== null &&
          document.querySelector('main [aria-busy=true]') === null,
        undefined,
        { timeout: MAX_WAIT_MS, polling: 'raf' },
      )
      .catch(() => undefined)
    return await readTimings(page)
  } finally {
    await page.context().close()
  }
}

/** Reads the browser's measurements of the page. A request depends on all requests that ended before it began. */
function readTimings(page: Page): Promise<PageMeasurement> {
  return page.evaluate(() => {
    const usable = performance.now()
    const requests = performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      // Preloads run in parallel with the code, and unfinished requests are ignored.
      .filter(({ name, initiatorType }) => name.includes('/trpc/') && initiatorType !== 'link')
      .filter(
        ({ name, responseEnd }) => responseEnd > 0 && responseEnd <= usable && !name.includes('presence.'),
      )
      .toSorted((a, b) => a.startTime - b.startTime)
    const depths: number[] = []
    for (const request of requests) {
      const before = requests
        .slice(0, depths.length)
        .map(({ responseEnd }, index) => (responseEnd <= request.startTime ? (depths[index] ?? 0) : 0))
      depths.push(1 + Math.max(0, ...before))
    }
    return {
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      usable,
      depth: Math.max(0, ...depths),
      requests: requests.length,
    }
  })
}

function printOpenings(openings: readonly { name: string; opening: PageMeasurement }[]): void {
  const slowest = openings.toSorted((a, b) => b.opening.usable - a.opening.usable)
  printTable(
    ['page', 'painted', 'usable', 'depth', 'requests'],
    slowest.map(({ name, opening: { painted, usable, depth, requests } }) => [
      name,
      `${Math.round(painted)}`,
      `${Math.round(usable)}`,
      String(depth),
      String(requests),
    ]),
  )
}
