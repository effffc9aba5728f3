import { loadavg } from 'node:os'
import { Client } from 'pg'
import { openDatabase } from '../src/database/open.ts'
import type { World } from '../test/support/create-world.ts'
import { serviceDocument } from '../test/support/openapi.ts'
import { RECIPES } from '../test/support/recipes.ts'
import { openWorldOn, runBackgroundWork } from './operations/bench-world.ts'
import { createRequests, type Requests } from './operations/build-requests.ts'
import { listRows, type OperationRow } from './operations/list-operations.ts'
import { measureRound, type ServerUnderTest, type Round } from './operations/measure-round.ts'
import { createScenes } from './operations/scenes.ts'
import { openCachedData, type BenchData, type Size } from './support/data.ts'
import { computeMedian } from './support/load.ts'
import { send } from './support/own-database.ts'
import { startServer } from './support/servers.ts'
import { printTable } from './support/table.ts'

/** The scale: 1 is 10,000,000 comments and 1,000,000 requirements in 2,000 projects, one with 500,000 comments. */
const SCALE = Number(process.env['LARGE'] ?? 1)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 1)
const ONLY = process.env['ONLY']?.split(',')
/** The number of requests per round that each use new records. */
const FRESH = 48
const SETTINGS = { MAIL_DIR: '/nonexistent/mail', SESSION_LIMIT_ENABLED: 'false' }

/**
 * The small size: 20,000 comments in the measured project and 10,000 in its component. The number of components in the
 * project and for the reader is that of the large database, so that lists have the same length.
 */
const SMALL_SIZE: Size = {
  comments: 100_000,
  projects: 5,
  componentsPerProject: 12.4,
  rulesPerComponent: 200,
  first: { components: 50, comments: 20_000, inFirst: 10_000 },
}
/** The large size: at most half of all comments in one project, and 10,000 in the component. */
const LARGE = toLargeSize(10_000_000 * SCALE)
/** Decisions are made in the measured project. */
const DECIDED = { project: 1, component: 2 }

/** Writes: decisions, and imports into one component. */
const WRITES = [
  'PATCH /reviews/{reviewId}/triage',
  'PATCH /reviews/{reviewId}/adjudicate',
  'PATCH /reviews/bulk_triage',
  'POST /rules/{ruleId}/reviews',
  'PATCH /rules/{id}',
  'POST /components/{id}/import_disposition',
  'PATCH /components/{id}/apply_spreadsheet_update',
]
/** Operations whose answers grow with the project or the database, which are not measured. */
const UNBOUNDED_OPERATIONS =
  /^GET \/(projects\/\{(id|projectId)\}\/export|components\/bulk_export|api\/audits|users$)/

/** Tables that the measured requests insert into, whose statistics must be updated. */
const GROWING = [
  'components',
  'component_sources',
  'memberships',
  'projects',
  'sessions',
  'srg_rules',
  'srgs',
  'users',
]

interface LargeBench {
  target: ServerUnderTest
  requests: Requests
  world: World
  data: BenchData
}

/**
 * `npm run bench:large`: the cost of each list, search, summary and decision with 10,000,000 comments, divided by that with
 * 100,000, and the durations of filling, vacuuming and indexing. The databases `rulewright_large_*` at BENCH_DATABASE_URL
 * remain for the next run. `LARGE=0.1` uses a tenth.
 */
export async function measureLarge(): Promise<void> {
  const lines = listRows(serviceDocument, RECIPES).filter(({ name, asks, role, leaves }) =>
    asks === 'repeatable'
      ? role === 'member' && !leaves && !UNBOUNDED_OPERATIONS.test(name)
      : WRITES.includes(name),
  )
  const chosen = lines
    .map(limitToThirtyDays)
    .filter(({ name }) => !ONLY || ONLY.some((part) => name.includes(part)))
  const benches = [
    await openBench('small', SMALL_SIZE),
    await openBench(String(SCALE).replace('.', '_'), LARGE),
  ]
  try {
    const rounds = new Map(chosen.map((line) => [line, benches.map((): Round[] => [])]))
    // Writes come last, because they lengthen the lists.
    for (const asks of ['repeatable', 'fresh'] as const) {
      await runRounds(new Map([...rounds].filter(([line]) => line.asks === asks)), benches)
    }
    printCosts(rounds)
  } finally {
    for (const bench of benches) await closeBench(bench)
  }
  await measureMaintenance(benches[1]?.data.url ?? '')
}

/** Runs a warm-up round, then the measured ones; alternates between both databases. */
async function runRounds(lines: Map<OperationRow, Round[][]>, benches: LargeBench[]): Promise<void> {
  for (let round = 0; round <= ROUNDS; round += 1) {
    // Analyzes the tables that the requests insert into, like autovacuum; analyzing the comments takes too long.
    for (const { target } of benches) await target.watcher.query(`vacuum (analyze) ${GROWING.join()}`)
    for (const [line, measured] of lines) {
      for (const [index, bench] of benches.entries()) {
        const measurement = await measureLine(
          line,
          bench,
          round === 0 ? undefined : measured[index]?.at(-1)?.perSecond,
        )
        if (round > 0 || ROUNDS === 0) measured[index]?.push(measurement)
      }
    }
    console.error(`round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`)
  }
}

/** Limits daily counts to the last thirty days, as the application does, because the comments cover two years. */
function limitToThirtyDays(line: OperationRow): OperationRow {
  if (!line.name.endsWith('/comment_series')) return line
  return { ...line, make: async (scene, world) => ({ ...(await line.make(scene, world)), query: {} }) }
}

function toLargeSize(comments: number): Size {
  const ofFirst = Math.min(500_000, comments / 2)
  return {
    comments,
    projects: comments / 5_000,
    componentsPerProject: 2.5,
    rulesPerComponent: 200,
    first: { components: ofFirst / 10_000, comments: ofFirst, inFirst: 10_000 },
  }
}

async function openBench(name: string, size: Size): Promise<LargeBench> {
  const began = performance.now()
  const data = await openCachedData(`rulewright_large_${name}`, size)
  await deleteEarlierRecords(data.url, size)
  await runBackgroundWork(data.url)
  const seconds = (performance.now() - began) / 1000
  console.log(`${size.comments} comments: ready after ${seconds.toFixed(0)} s, created or reused`)
  process.env['BENCH_SETTINGS'] = JSON.stringify(SETTINGS)
  const watcher = new Client({ connectionString: data.url })
  await watcher.connect()
  const world = await openWorldOn(data.url, SETTINGS)
  const requests = createRequests(
    world,
    await createScenes(world, DECIDED),
    `_service_session=${data.secret}`,
  )
  const server = await startServer('product', data.url)
  return { target: { name: 'product', server, watcher }, requests, world, data }
}

/** Deletes the records of earlier runs. */
async function deleteEarlierRecords(url: string, { projects }: Size): Promise<void> {
  await send(
    url,
    `delete from projects where id > ${projects}`,
    'delete from srgs where id > 1',
    'delete from stigs',
    `vacuum (analyze) ${GROWING.join()}, reviews, rules`,
  )
}

async function closeBench({ target, world }: LargeBench): Promise<void> {
  await target.server.stop()
  await target.watcher.end()
  world.services.events.close()
  await world.database.close()
}

async function measureLine(
  line: OperationRow,
  { target, requests }: LargeBench,
  perSecond: number | undefined,
): Promise<Round> {
  if (line.asks === 'fresh') {
    const wires = await requests.fresh(line, FRESH)
    return measureRound(target, (turn) => wires[turn] ?? failMissing(turn), FRESH)
  }
  const wire = await requests.repeatable(line)
  const amount = perSecond === undefined ? 48 : Math.max(32, Math.ceil(perSecond * SECONDS))
  return measureRound(target, () => wire, amount)
}

function failMissing(turn: number): never {
  throw new Error(`no request for turn ${turn}`)
}

/** Prints the CPU time of process and database per request at both sizes, and the ratio of their sums. */
function printCosts(rounds: Map<OperationRow, Round[][]>): void {
  const heads = [
    'operation',
    'small: CPU',
    'db',
    'rows',
    'large: CPU',
    'db',
    'rows',
    'ratio',
    'p50',
    'p50',
    'failed',
  ]
  const lines = [...rounds].map(([{ name }, [small = [], large = []]]) => {
    const pickMedian = (measured: Round[], getValue: (round: Round) => number) =>
      computeMedian(measured.map(getValue))
    const computeCost = (round: Round) => round.cpuMs + round.databaseMs
    const computeRoundMedian = (round: Round) => computeMedian(round.times)
    const failed = [...small, ...large].reduce((sum, round) => sum + round.failed, 0)
    const listCosts = (measured: Round[]) => [
      pickMedian(measured, ({ cpuMs }) => cpuMs).toFixed(2),
      pickMedian(measured, ({ databaseMs }) => databaseMs).toFixed(2),
      pickMedian(measured, ({ rows }) => rows).toFixed(0),
    ]
    const ratio = pickMedian(large, computeCost) / pickMedian(small, computeCost)
    const halves = [
      pickMedian(small, computeRoundMedian).toFixed(1),
      pickMedian(large, computeRoundMedian).toFixed(1),
    ]
    return [
      name,
      ...listCosts(small),
      ...listCosts(large),
      ratio.toFixed(2),
      ...halves,
      failed === 0 ? '' : String(failed),
    ]
  })
  printTable(heads, lines)
}

/** Prints the durations of maintenance work on the whole database. */
async function measureMaintenance(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of [
    'vacuum (analyze) reviews',
    'vacuum (analyze) rules',
    'reindex index reviews_project_page',
    'reindex index reviews_comment_trigram',
  ]) {
    const began = performance.now()
    await client.query(statement)
    console.log(`${statement}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  }
  await client.end()
  const database = await openDatabase({ url, dataDir: 'memory:' })
  const newer = (await database.orm.migrator.getExecuted()).filter(
    ({ name }) => !name.includes('20261122110'),
  )
  for (const _ of newer) await database.orm.migrator.down()
  const began = performance.now()
  await database.migrate()
  console.log(`${newer.length} migrations: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await database.close()
}

if (import.meta.main) await measureLarge()
