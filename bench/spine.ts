import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { openDatabase } from '../src/database/open.ts'
import { createPacer, SYSTEM_CLOCK } from '../src/computing/beside/pacer.ts'
import { turnsInMemory } from '../src/computing/beside/turns.ts'
import { createLogger } from '../src/log.ts'
import { createIndexer } from '../src/search/indexer.ts'
import { benchData } from './support/data.ts'
import { load, median, type Figures } from './support/load.ts'
import { startServer, type Server } from './support/servers.ts'
import { table } from './support/table.ts'

/**
 * The reads that are asked for most, beside the limit (`bench/limit.ts`) and, where it has them, the hand-written
 * floor, in interleaved rounds. `ONLY=srgs,rule` measures some of them; docs/performance.md says how to read the table.
 */
const READS: [name: string, path: string, onFloor?: true][] = [
  ['me', '/api/auth/me', true],
  ['srgs', '/srgs'],
  ['projects', '/projects'],
  ['project', '/projects/1'],
  ['project summary', '/api/projects/1/triage_summary', true],
  ['component summary', '/api/components/1/triage_summary', true],
  ['stats', '/api/components/1/stats', true],
  ['project comments', '/projects/1/comments', true],
  ['component comments', '/components/1/comments'],
  ['triage queue', '/components/1/comments?triage_status=pending&sort=rule&per_page=200'],
  ['rule', '/rules/1'],
  ['rules picker', '/components/1/rules_picker', true],
  ['responses', '/reviews/1/responses', true],
  ['search', '/api/search/global?q=catalog'],
]

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const ONLY = process.env['ONLY']?.split(',')
const SIZE = { comments: 100_000, projects: 5, componentsPerProject: 2, rulesPerComponent: 200 }

/** What one server reached in one round. */
interface Round extends Figures {
  /** Of a request, milliseconds of the process and of its connections' backends. */
  cpu: number
  databaseCpu: number
  statements: number
}

interface Asked {
  name: string
  server: Server
  watcher: Client
  cookie: string
}

/** Runs the comparison on a database of its own. */
export async function measureSpine(): Promise<void> {
  const data = await benchData(SIZE)
  await index(data.url)
  const watcher = new Client({ connectionString: data.url })
  await watcher.connect()
  const names = ['product', 'limit', 'floor'] as const
  const servers: Asked[] = []
  for (const name of names) {
    const server = await startServer(name, data.url)
    servers.push({ name, server, watcher, cookie: `_service_session=${data.secret}` })
  }
  const lines: string[][] = []
  try {
    for (const [name, path, onFloor] of READS) {
      if (ONLY && !ONLY.includes(name)) continue
      const asked = servers.slice(0, onFloor ? 3 : 2)
      for (const each of asked) await measured(each, path, 1)
      const rounds: Round[][] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const all: Round[] = []
        for (const each of asked) all.push(await measured(each, path, SECONDS))
        rounds.push(all)
      }
      lines.push([name, ...cells(rounds)])
    }
    const heads = [
      'ours /s',
      'of limit',
      'of floor',
      'p50 ms',
      'p99 ms',
      'limit p99',
      'CPU ms',
      'limit',
      'x limit',
    ]
    table(['read', ...heads, 'db CPU ms', 'limit', 'queries', 'failed'], lines)
  } finally {
    for (const { server } of servers) await server.stop()
    await watcher.end()
    await data.drop()
  }
}

async function measured(asked: Asked, path: string, seconds: number): Promise<Round> {
  const { server, cookie } = asked
  const before = { ...(await server.counted()), database: await backendCpu(asked) }
  const figures = await load(server.base, cookie, { method: 'GET', path }, seconds)
  const after = { ...(await server.counted()), database: await backendCpu(asked) }
  const each = (total: number) => total / figures.answered
  return {
    ...figures,
    cpu: each(after.cpuMs - before.cpuMs),
    databaseCpu: each(after.database - before.database),
    statements: each(after.statements - before.statements),
  }
}

/** Milliseconds that the backends of a server's connections took; NaN where the database is on another machine. */
async function backendCpu({ name, watcher }: Asked): Promise<number> {
  const { rows } = await watcher.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [`bench_${name}`],
  )
  try {
    return rows.reduce((sum, { pid }) => sum + ticksOf(readFileSync(`/proc/${pid}/stat`, 'utf8')) * 10, 0)
  } catch {
    return Number.NaN
  }
}

/** User and system time of a line of /proc, in hundredths of a second. */
function ticksOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function cells(rounds: Round[][]): string[] {
  const of = (pick: (round: Round[]) => number | undefined) =>
    median(rounds.map((round) => pick(round) ?? Number.NaN))
  const ratio = (value: number, digits = 2) => (Number.isNaN(value) ? '' : value.toFixed(digits))
  const per = (at: number, pick: (one: Round) => number) =>
    of((round) => {
      const [ours, other] = [round[0], round[at]]
      return ours && other && pick(ours) / pick(other)
    })
  const one = (at: number, pick: (one: Round) => number) =>
    of(({ [at]: round }) => (round ? pick(round) : undefined))
  const failed = rounds.flat().reduce((sum, round) => sum + round.failed, 0)
  return [
    ratio(
      one(0, ({ perSecond }) => perSecond),
      0,
    ),
    ratio(per(1, ({ perSecond }) => perSecond)),
    ratio(per(2, ({ perSecond }) => perSecond)),
    ratio(
      one(0, ({ p50 }) => p50),
      0,
    ),
    ratio(
      one(0, ({ p99 }) => p99),
      0,
    ),
    ratio(
      one(1, ({ p99 }) => p99),
      0,
    ),
    ratio(
      one(0, ({ cpu }) => cpu),
      3,
    ),
    ratio(
      one(1, ({ cpu }) => cpu),
      3,
    ),
    ratio(per(1, ({ cpu }) => cpu)),
    ratio(
      one(0, ({ databaseCpu }) => databaseCpu),
      3,
    ),
    ratio(
      one(1, ({ databaseCpu }) => databaseCpu),
      3,
    ),
    ratio(
      one(0, ({ statements }) => statements),
      1,
    ),
    String(failed),
  ]
}

/** The search reads words that background work of the service makes. */
async function index(url: string): Promise<void> {
  const database = await openDatabase({ url, dataDir: 'memory:' })
  const pacer = createPacer(turnsInMemory(SYSTEM_CLOCK.now))
  await createIndexer(database, createLogger({ level: 'error', format: 'json' }), pacer).catchUp()
  await database.close()
}

if (import.meta.main) await measureSpine()
