import type { Client } from 'pg'
import { runClosedLoop, type LoopResult, type EncodedRequest } from '../support/closed-loop.ts'
import { readCpuTimes, subtractTimes } from '../support/cpu-time.ts'
import type { Server } from '../support/servers.ts'
import { flushStatistics } from '../support/watched-clients.ts'

/** The measurements of one server for one operation in one round, per request. */
export interface Round extends LoopResult {
  cpuMs: number
  databaseMs: number
  statements: number
  rows: number
  allocated: number
}

/** A server, and a connection that reads the statistics of its database. */
export interface ServerUnderTest {
  name: 'product' | 'limit' | 'floor'
  server: Server
  watcher: Client
}

/** Sends a number of requests to one server. */
export async function measureRound(
  target: ServerUnderTest,
  next: (turn: number) => EncodedRequest,
  amount: number,
): Promise<Round> {
  const { server } = target
  await Promise.all([flushStatistics(), server.flushStatistics()])
  const rows = await countRowsRead(target)
  const backends = await readBackendMs(target)
  const before = await server.readCounters()
  const measured = await runClosedLoop(server.base, next, amount)
  const after = await server.readCounters()
  const later = await readBackendMs(target)
  await server.flushStatistics()
  return {
    ...measured,
    cpuMs: (after.cpuMs - before.cpuMs) / amount,
    databaseMs: later.size === 0 ? Number.NaN : subtractTimes(backends, later) / amount,
    statements: (after.statements - before.statements) / amount,
    allocated: (after.allocated - before.allocated) / amount,
    rows: ((await countRowsRead(target)) - rows) / amount,
  }
}

/** The number of rows that scans have read so far, in all tables of the service. */
async function countRowsRead({ watcher }: ServerUnderTest): Promise<number> {
  const { rows } = await watcher.query<{ read: string }>(
    'select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables',
  )
  return Number(rows[0]?.read)
}

/** The CPU time of the server's connections by process id; empty if the database runs on another machine. */
async function readBackendMs({ name, watcher }: ServerUnderTest): Promise<Map<number, number>> {
  const { rows } = await watcher.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [`bench_${name}`],
  )
  return new Map(readCpuTimes(rows.map(({ pid }) => pid)))
}
