import type { Condition, Orm } from './database.ts'
import type { PoolState } from './server/pool-monitor.ts'

const CHECK_TIMEOUT_MS = 4000

/** Creates a check of the database's condition; it never throws. */
export function createConditionCheck(orm: Orm, poolState: () => PoolState): () => Promise<Condition> {
  // Migrations never become outdated again in one process.
  let current = false
  const check = async (): Promise<Condition> => {
    if (current) await orm.em.fork().execute('select 1')
    else current = (await orm.migrator.getPending()).length === 0
    return current ? 'ready' : 'outdated'
  }
  return async () => {
    const pool = poolState()
    // A check on a full pool would wait in the queue, and a busy process must not count as dead.
    if (current && pool !== 'available') return pool === 'busy' ? 'ready' : 'stuck'
    try {
      return await limitTime(CHECK_TIMEOUT_MS, check())
    } catch {
      return 'away'
    }
  }
}

/** Rejects if `work` takes longer than `ms`. */
async function limitTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
