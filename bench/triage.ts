import { benchData, type BenchData } from './support/data.ts'
import { load, median, type Figures, type Request } from './support/load.ts'
import { startServer } from './support/servers.ts'
import { table } from './support/table.ts'

/**
 * Reads and the triage write of the service against the hand-written floor, on the same PostgreSQL and 100,000
 * comments, in interleaved rounds. Prints throughput, latency and the ratio to reach.
 */
interface Case {
  name: string
  atLeast: number
  next: (data: BenchData) => () => Request
}

const get = (path: (data: BenchData) => string) => (data: BenchData) => () => ({
  method: 'GET' as const,
  path: path(data),
})

const CASES: Case[] = [
  { name: 'project comments', atLeast: 0.6, next: get((data) => `/projects/${data.projectId}/comments`) },
  { name: 'responses', atLeast: 0.6, next: get((data) => `/reviews/${data.threadId}/responses`) },
  {
    name: 'project triage summary',
    atLeast: 0.7,
    next: get((data) => `/api/projects/${data.projectId}/triage_summary`),
  },
  {
    name: 'component triage summary',
    atLeast: 0.7,
    next: get((data) => `/api/components/${data.componentId}/triage_summary`),
  },
  {
    name: 'component statistics',
    atLeast: 0.6,
    next: get((data) => `/api/components/${data.componentId}/stats`),
  },
  { name: 'rules picker', atLeast: 0.6, next: get((data) => `/components/${data.componentId}/rules_picker`) },
  {
    name: 'triage',
    atLeast: 0.5,
    next: (data) => {
      let turn = 0
      return () => {
        turn = (turn + 1) % data.reviewIds.length
        const body = { triage_status: 'concur', response_comment: 'We agree and will change the wording.' }
        return { method: 'PATCH', path: `/reviews/${data.reviewIds[turn]}/triage`, body }
      }
    },
  },
]

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)

/** Runs the comparison on a database of its own. */
export async function compareWithFloor(): Promise<void> {
  const data = await benchData({
    comments: 100_000,
    projects: 5,
    componentsPerProject: 2,
    rulesPerComponent: 200,
  })
  const cookie = `_service_session=${data.secret}`
  const product = await startServer('product', data.url)
  const floor = await startServer('floor', data.url)
  const lines: string[][] = []
  try {
    for (const { name, atLeast, next } of CASES) {
      const request = next(data)
      const rounds: [Figures, Figures][] = []
      await load(product.base, cookie, request, 1)
      await load(floor.base, cookie, request, 1)
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds.push([
          await load(product.base, cookie, request, SECONDS),
          await load(floor.base, cookie, request, SECONDS),
        ])
      }
      lines.push([name, ...cells(atLeast, rounds)])
    }
    table(['request', 'ours /s', 'raw /s', 'ratio', 'to reach', 'p50 ms', 'p99 ms', 'failed'], lines)
  } finally {
    await product.stop()
    await floor.stop()
    await data.drop()
  }
}

function cells(atLeast: number, rounds: [Figures, Figures][]): string[] {
  const ratio = median(rounds.map(([product, floor]) => product.perSecond / floor.perSecond))
  const of = (pick: (round: [Figures, Figures]) => number) => median(rounds.map(pick)).toFixed(0)
  const failed = rounds.reduce((sum, [product, floor]) => sum + product.failed + floor.failed, 0)
  return [
    of(([product]) => product.perSecond),
    of(([, floor]) => floor.perSecond),
    ratio.toFixed(2),
    atLeast.toFixed(2),
    of(([product]) => product.p50),
    of(([product]) => product.p99),
    String(failed),
  ]
}

if (import.meta.main) await compareWithFloor()
