import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { readBackendMs, readProcessMs, subtractTimes } from './support/cpu-time.ts'
import { openBenchData, type BenchData } from './support/data.ts'
import { load, computeMedian, type Figures } from './support/load.ts'
import { startServer, type Server } from './support/servers.ts'
import { printTable } from './support/table.ts'

const COMMENTS = Number(process.env['BENCH_UNSIGNED'] ?? 200_000)
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const WARM = 6
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
/** A request rate that leaves CPU capacity, so that the load of background work is visible. */
const RATE = 60

interface Round {
  figures: Figures
  /** Shares of one processor. */
  process: number
  database: number
  signedPerSecond: number
}

interface BackgroundScene {
  data: BenchData
  server: Server
  client: Client
}

/**
 * Measures requests while background tasks process a backlog of comments: one service with and without its background
 * work, in alternating rounds. Needs a PostgreSQL on this machine at BENCH_DATABASE_URL.
 */
export async function measureBackground(): Promise<void> {
  const data = await openBenchData({
    comments: COMMENTS,
    projects: 5,
    componentsPerProject: 2,
    rulesPerComponent: 200,
  })
  const server = await startServer('product', data.url)
  const client = new Client({ connectionString: data.url })
  await client.connect()
  const scene = { data, server, client }
  try {
    console.log(`${COMMENTS} unsigned comments, load ${loadavg()[0]?.toFixed(1)}\n`)
    const lines: string[][] = []
    for (const perSecond of [RATE, undefined]) {
      await measureRound(scene, false, perSecond)
      const without: Round[] = []
      const withBackground: Round[] = []
      for (let i = 0; i < ROUNDS; i += 1) {
        without.push(await measureRound(scene, false, perSecond))
        withBackground.push(await measureRound(scene, true, perSecond))
      }
      lines.push(
        ...toLines(
          perSecond === undefined ? 'closed loop, 16' : `${perSecond} a second`,
          without,
          withBackground,
        ),
      )
    }
    lines.push(await measureCatchUp(scene))
    printTable(
      ['requests', 'background', 'req/s', 'p50', 'p97.5', 'p99', 'process', 'database', 'signed/s', 'failed'],
      lines,
    )
    console.log(`\nload ${loadavg()[0]?.toFixed(1)}`)
  } finally {
    await client.end()
    await server.stop()
    await data.drop()
  }
}

async function measureRound(scene: BackgroundScene, background: boolean, perSecond?: number): Promise<Round> {
  const { server, data } = scene
  if (background) server.child.send('background')
  // At the start, every task checks once for work.
  const path = `/projects/${data.projectId}/comments`
  const ask = (seconds: number) =>
    load(
      server.base,
      `_service_session=${data.secret}`,
      () => ({ method: 'GET', path }),
      seconds,
      perSecond ? 4 : 16,
      {},
      perSecond,
    )
  await ask(background ? WARM : 1)
  const figures = await measureWork(scene, () => ask(SECONDS))
  if (background) await stopGracefully(server)
  return figures
}

async function stopGracefully({ child }: Server): Promise<void> {
  const reply = once(child, 'message')
  child.send('foreground')
  await reply
}

async function measureWork(
  { server, client }: BackgroundScene,
  work: () => Promise<Figures>,
): Promise<Round> {
  const pid = server.child.pid ?? 0
  const before = {
    own: readProcessMs(pid),
    database: await readBackendMs(client),
    signed: await countSigned(client),
  }
  const began = performance.now()
  const figures = await work()
  const ms = performance.now() - began
  return {
    figures,
    process: (readProcessMs(pid) - before.own) / ms,
    database: subtractTimes(before.database, await readBackendMs(client)) / ms,
    signedPerSecond: ((await countSigned(client)) - before.signed) / (ms / 1000),
  }
}

async function countSigned(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from comment_signatures',
  )
  return rows[0]?.count ?? 0
}

/** Measures background work without requests. */
async function measureCatchUp(scene: BackgroundScene): Promise<string[]> {
  scene.server.child.send('background')
  await pause(2000)
  const none = { perSecond: 0, p50: 0, p97: 0, p99: 0, failed: 0, answered: 0 }
  const { process, database, signedPerSecond } = await measureWork(scene, () => pause(SECONDS * 1000, none))
  await stopGracefully(scene.server)
  return ['none', 'yes', '', '', '', '', share(process), share(database), signedPerSecond.toFixed(0), '']
}

const share = (ratio: number) => ratio.toFixed(2)

function toLines(name: string, without: Round[], withBackground: Round[]): string[][] {
  const pickMedian = (rounds: Round[], figure: (measureRound: Round) => number) =>
    computeMedian(rounds.map(figure))
  const toTableRow = (rounds: Round[], background: string) => [
    name,
    background,
    pickMedian(rounds, ({ figures }) => figures.perSecond).toFixed(0),
    ...(['p50', 'p97', 'p99'] as const).map((which) =>
      pickMedian(rounds, ({ figures }) => figures[which]).toFixed(1),
    ),
    share(pickMedian(rounds, ({ process }) => process)),
    share(pickMedian(rounds, ({ database }) => database)),
    pickMedian(rounds, ({ signedPerSecond }) => signedPerSecond).toFixed(0),
    String(rounds.reduce((sum, { figures }) => sum + figures.failed, 0)),
  ]
  return [toTableRow(without, 'no'), toTableRow(withBackground, 'yes')]
}

if (import.meta.main) await measureBackground()
