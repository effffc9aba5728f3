import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { runInTransaction } from '../../src/audit/transaction.ts'
import { toKysely, type Database, type Em } from '../../src/database/database.ts'

const origin = { actor: null, requestId: null, address: null, now: new Date() }

/** Runs a transaction without a user. */
export function runTransaction<T>(database: Database, work: (em: Em) => Promise<T>): Promise<T> {
  return runInTransaction(database, origin, work)
}

/** Starts this many continuous writers; `stop` resolves when the last of them has finished. */
export function startWriters(database: Database, count: number) {
  let stopped = false
  let written = 0
  const write = async (): Promise<void> => {
    while (!stopped) {
      try {
        await runTransaction(database, (em) => sql`update projects set name = name`.execute(toKysely(em)))
        written += 1
      } catch {
        await pause(5)
      }
    }
  }
  const all = Array.from({ length: count }, write)
  const stop = async (): Promise<void> => {
    stopped = true
    await Promise.all(all)
  }
  /** Resolves after `more` further transactions were committed. */
  const progress = async (more: number): Promise<void> => {
    for (const enough = written + more; written < enough;) await pause(2)
  }
  return { stop, progress }
}

/** The number of server sessions during this many concurrent transactions; 0 if one of them fails. */
export async function countConcurrentSessions(database: Database, count: number): Promise<number> {
  const { promise: together, resolve, reject } = Promise.withResolvers<void>()
  // A transaction that fails to start must not block the others.
  together.catch(() => undefined)
  let inside = 0
  const turn = () =>
    runTransaction(database, async (em) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(toKysely(em))
      inside += 1
      if (inside === count) resolve()
      await together
      return rows[0]?.pid
    }).catch((error: unknown) => {
      reject(error)
      return null
    })
  const sessions = new Set(await Promise.all(Array.from({ length: count }, turn)))
  return sessions.has(null) ? 0 : sessions.size
}
