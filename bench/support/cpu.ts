import { readdirSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'

/** Processor milliseconds of a process of this machine so far, all its threads included. */
export function processMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map(
      (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    )
    .reduce((sum, ms) => sum + ms, 0)
}

/** Processor milliseconds of all other connections to this client's database; the server must be on this machine. */
export async function backendsMs(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return new Map(readable(rows.map(({ pid }) => pid)))
}

/** Processor milliseconds of those of these processes that this machine has; connections end when they idle. */
export function readable(pids: number[]): [pid: number, ms: number][] {
  return pids.flatMap((pid): [number, number][] => {
    try {
      return [[pid, processMs(pid)]]
    } catch {
      return []
    }
  })
}

/** What was worked between two looks; a connection that ended between them is left out. */
export function spent(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
