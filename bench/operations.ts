import { loadavg } from 'node:os'
import type { Client } from 'pg'
import { serviceDocument } from '../test/support/openapi.ts'
import { RECIPES } from '../test/support/recipes.ts'
import type { Requests } from './operations/build-requests.ts'
import { toCells, HEADS, type Rounds } from './operations/columns.ts'
import { isImplemented } from './operations/implemented-operations.ts'
import { listRows, type OperationRow } from './operations/list-operations.ts'
import { measureRound, type ServerUnderTest } from './operations/measure-round.ts'
import { createOperationsBench } from './operations/operations-bench.ts'
import { runClosedLoop, type EncodedRequest } from './support/closed-loop.ts'
import { startServer } from './support/servers.ts'
import { printTable } from './support/table.ts'

const SHORT = process.argv.includes('--short')
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? (SHORT ? 1 : 5))
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? (SHORT ? 0.5 : 2))
/** The maximum number of requests per round with new records. */
const FRESH = Number(process.env['BENCH_WRITES'] ?? (SHORT ? 32 : 500))
/** The warm-up rounds; the first one determines the number of requests of the others. */
const WARMING_ROUNDS = SHORT ? 1 : 2
/**
 * Unmeasured requests at the start of a round: six for each of 16 connections, because PostgreSQL plans a statement five
 * times after each ANALYZE before it caches a generic plan.
 */
const PLANNING = SHORT ? 0 : 96
/** The minimum number of requests: two for every connection. */
const MIN_REQUESTS = 32
const ONLY = process.env['ONLY']?.split(',')
const SIZE = { comments: 100_000, projects: 5, componentsPerProject: 2, rulesPerComponent: 200 }

/**
 * Prints a table of every operation of the OpenAPI document with 100,000 comments, and compares the service with limit and
 * floor where they implement it. The order of the servers alternates between rounds. Needs a PostgreSQL at
 * BENCH_DATABASE_URL; `ONLY=GET /srgs,/reviews` selects lines whose name contains one of these texts.
 */
export async function measureOperations(): Promise<void> {
  const lines = listRows(serviceDocument, RECIPES).filter(
    ({ name }) => !ONLY || ONLY.some((part) => name.includes(part)),
  )
  const { url, requests, watcher, close } = await createOperationsBench(SIZE)
  const servers: ServerUnderTest[] = []
  try {
    for (const name of ['product', 'limit', 'floor'] as const) {
      servers.push({ name, server: await startServer(name, url), watcher })
    }
    const rounds = new Map(lines.map((line) => [line, { product: [], limit: [], floor: [] } as Rounds]))
    // Writes come last, because they lengthen the lists.
    for (const asks of ['repeatable', 'fresh'] as const) {
      await runRounds(
        lines.filter((line) => line.asks === asks),
        { requests, servers, rounds, watcher },
      )
    }
    printTable(
      HEADS,
      [...rounds].map(([{ name }, measured]) => toCells(name, measured)),
    )
    printErrors(rounds)
  } finally {
    for (const { server } of servers) await server.stop()
    await close()
  }
}

interface Measurement {
  requests: Requests
  servers: ServerUnderTest[]
  rounds: Map<OperationRow, Rounds>
  watcher: Client
}

/** Runs the warm-up rounds, then the measured ones. */
async function runRounds(
  lines: OperationRow[],
  { requests, servers, rounds, watcher }: Measurement,
): Promise<void> {
  const paces = new Map<string, number>()
  for (let round = 1 - WARMING_ROUNDS; round <= ROUNDS; round += 1) {
    await watcher.query('analyze')
    for (const line of lines) {
      try {
        const results = round <= 0 ? undefined : rounds.get(line)
        // The first server after a pause is slower, so the order alternates.
        await measureLine(line, requests, round % 2 === 0 ? servers : servers.toReversed(), paces, results)
      } catch (cause) {
        throw new Error(`${line.name} could not be measured`, { cause })
      }
    }
    console.error(`round ${round} of ${ROUNDS}, load ${loadavg()[0]?.toFixed(1)}`)
  }
}

async function measureLine(
  line: OperationRow,
  requests: Requests,
  servers: ServerUnderTest[],
  paces: Map<string, number>,
  results: Rounds | undefined,
): Promise<void> {
  const again = line.asks === 'repeatable' ? await requests.repeatable(line) : null
  for (const target of servers) {
    const { name } = target
    if (name !== 'product' && !isImplemented(name, line.name, line.method, line.path)) continue
    const pace = `${name} ${line.name}`
    const amount = toAmount(line, paces.get(pace))
    const before = Math.min(PLANNING, amount)
    const fresh = again ? [] : await requests.fresh(line, before + amount)
    const nextRequest = (turn: number) => again ?? pickRequest(fresh, turn)
    await runClosedLoop(target.server.base, nextRequest, before)
    const measured = await measureRound(target, (turn) => nextRequest(before + turn), amount)
    paces.set(pace, measured.perSecond)
    results?.[name].push(measured)
  }
}

/** The number of requests that fill a round at this rate. */
function toAmount({ asks }: OperationRow, perSecond: number | undefined): number {
  const limit = asks === 'fresh' ? FRESH : Infinity
  const expected =
    perSecond === undefined ? 2 * MIN_REQUESTS : Math.max(MIN_REQUESTS, Math.ceil(perSecond * SECONDS))
  return Math.min(limit, expected)
}

function pickRequest(requests: EncodedRequest[], turn: number): EncodedRequest {
  const request = requests[turn]
  if (!request) throw new Error(`no request for turn ${turn}`)
  return request
}

function printErrors(rounds: Map<OperationRow, Rounds>): void {
  for (const [{ name }, measured] of rounds) {
    for (const server of ['product', 'limit', 'floor'] as const) {
      const refused = measured[server].find(({ refusal }) => refusal !== null)
      if (refused) console.log(`${name}, ${server}: ${refused.failed} refused, ${refused.refusal}`)
    }
  }
}

if (import.meta.main) await measureOperations()
