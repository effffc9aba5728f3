import { readdirSync, readFileSync } from 'node:fs'
import type { Client } from 'pg'

/** The CPU time in milliseconds of a process of this machine, with all threads. */
export function readProcessMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`)
    .map(
      (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
    )
    .reduce((sum, ms) => sum + ms, 0)
}

/** The CPU time in milliseconds of all other connections to this client's database, on this machine, by process id. */
export async function readBackendMs(client: Client): Promise<Map<number, number>> {
  const { rows } = await client.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return new Map(readCpuTimes(rows.map(({ pid }) => pid)))
}

/** The CPU time in milliseconds of those processes that still exist; idle connections may have ended. */
export function readCpuTimes(pids: number[]): [pid: number, ms: number][] {
  return pids.flatMap((pid): [number, number][] => {
    try {
      return [[pid, readProcessMs(pid)]]
    } catch {
      return []
    }
  })
}

/** The CPU time between two measurements, without connections that ended in between. */
export function subtractTimes(before: Map<number, number>, after: Map<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}
