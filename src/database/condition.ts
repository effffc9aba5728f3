import type { Condition, Orm } from './database.ts'
import type { PoolState } from './server/pool-monitor.ts'

/** A database that answers at all does so in this time. */
const ANSWERS_WITHIN = 4000

/** Tells how it stands with the database each time it is asked; never throws. */
export function conditionOf(orm: Orm, poolState: () => PoolState): () => Promise<Condition> {
  // Migrations never become outdated again in one process.
  let current = false
  const asked = async (): Promise<Condition> => {
    if (current) await orm.em.fork().execute('select 1')
    else current = (await orm.migrator.getPending()).length === 0
    return current ? 'ready' : 'outdated'
  }
  return async () => {
    const pool = poolState()
    // Who asks a full pool waits behind everyone, and a busy process must not pass for a dead one.
    if (current && pool !== 'available') return pool === 'busy' ? 'ready' : 'stuck'
    try {
      return await within(ANSWERS_WITHIN, asked())
    } catch {
      return 'away'
    }
  }
}

/** The outcome of `work`; rejects when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
