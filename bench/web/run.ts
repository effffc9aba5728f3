import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { buildIfStale } from '../../src/launch.ts'
import { startService } from '../../test/support/service.ts'
import { weigh } from '../../web/budget.ts'
import { DIST } from '../../web/build.ts'
import { openBenchData } from '../support/data.ts'
import { printTable } from '../support/table.ts'
import { SLOWER, startMeasured } from './browser.ts'
import {
  measureDecisions,
  measureLive,
  measureLoading,
  measureReading,
  measureScrolling,
  type MeasureContext,
  type BudgetResult,
} from './measures.ts'
import { measurePages } from './pages.ts'
import { fillAround, waitUntilIndexed } from './wide-database.ts'

/** `npm run bench:web`: compares the web application with its budgets. Needs PostgreSQL and Chromium. */
const SIZE = { comments: 20_000, projects: 1, componentsPerProject: 1, rulesPerComponent: 5000 }
const DECISIONS = Number(process.env['DECISIONS'] ?? 500)
const ALL_PARTS = [
  measurePages,
  measureLoading,
  measureScrolling,
  measureReading,
  measureDecisions,
  measureLive,
]
/** `ONLY=Pages,Loading` selects measurements. */
const ONLY = process.env['ONLY']?.split(',')
const PARTS = ALL_PARTS.filter(({ name }) => ONLY?.some((part) => name === `measure${part}`) ?? true)

buildIfStale(['web'])
const [processor] = cpus()
console.log(
  `${processor?.model ?? 'unknown'}, ${cpus().length} processors, ${Math.round(totalmem() / 1e9)} GB; the browser's is ${SLOWER} times slower.`,
)
const folder = await mkdtemp(join(tmpdir(), 'rulewright-bench-web-'))
const data = await openBenchData(SIZE)
const adminSecret = await fillAround(data.url)
const env = { DATABASE_URL: data.url, RATE_LIMIT_ENABLED: 'false', LOG_LEVEL: 'error' }
const service = startService({ cwd: folder, env })
const browser = await startMeasured()
try {
  const context: MeasureContext = {
    browser,
    base: await service.ready,
    data,
    adminSecret,
    decisions: DECISIONS,
  }
  await waitUntilIndexed(data.url)
  const sizesReached = await measureSizes()
  for (const measure of PARTS) {
    const [load = 0] = loadavg()
    console.log(`${measure.name} begins under a load of ${load.toFixed(1)} on ${cpus().length} processors.`)
    const results = await measure(context).catch((error: unknown) => [toFailedResult(measure.name, error)])
    sizesReached.push(...results)
  }
  printTable(
    ['', 'limit', 'reached', ''],
    sizesReached.map(({ name, limit, reached: figure, holds }) => [
      name,
      limit,
      figure,
      holds ? 'holds' : 'over',
    ]),
  )
} finally {
  await browser.close()
  await service.stop()
  await data.drop()
  await rm(folder, { recursive: true, force: true })
}

async function measureSizes(): Promise<BudgetResult[]> {
  const weights = await weigh(DIST)
  const [first, ...pages] = weights
  const heaviest = pages.toSorted((a, b) => b.bytes - a.bytes)[0]
  return [first, heaviest].flatMap((weight) => {
    if (!weight) return []
    const { name, bytes, target } = weight
    const figures = { limit: `${target / 1000} kB`, reached: `${Math.round(bytes / 1000)} kB` }
    return [
      { name: name === 'first load' ? name : `heaviest page: ${name}`, ...figures, holds: bytes <= target },
    ]
  })
}

function toFailedResult(name: string, error: unknown): BudgetResult {
  const [first = ''] = String(error).split('\n')
  return { name, limit: '', reached: `failed: ${first}`, holds: false }
}
