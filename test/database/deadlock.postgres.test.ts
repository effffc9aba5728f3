import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { runInTransaction } from '../../src/audit/transaction.ts'
import { toKysely } from '../../src/database/database.ts'
import { retryAfterDeadlock } from '../../src/database/deadlock.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const origin = { actor: null, requestId: null, address: null, now: new Date() }

/** A barrier that two transactions reach between their statements. */
function createBarrier() {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived === 2) resolve()
    return promise
  }
}

describe('two transactions that deadlock', () => {
  test('E-17: both succeed: the one that the database aborted is retried, and stores its changes once', async () => {
    const [first, second] = [await world.createUser(), await world.createUser()]
    const meet = createBarrier()
    let turns = 0
    const rename = (ids: number[], suffix: string) =>
      retryAfterDeadlock(() =>
        runInTransaction(world.database, origin, async (em) => {
          turns += 1
          for (const id of ids) {
            await toKysely(em)
              .updateTable('users')
              .set({ name: sql<string>`name || ${suffix}::text` })
              .where('id', '=', id)
              .execute()
            await meet()
          }
        }),
      )
    await Promise.all([rename([first.id, second.id], 'A'), rename([second.id, first.id], 'B')])
    expect(turns).toBeGreaterThan(2)
    const rows = await world.database.queries
      .selectFrom('users')
      .select('name')
      .where('id', 'in', [first.id, second.id])
      .execute()
    const suffixes = rows.map(({ name }) => name.slice(-2))
    expect(['AB', 'BA']).toContain(suffixes[0])
    expect(suffixes[1]).toBe(suffixes[0])
  })

  test('are retried a limited number of times, and other errors are not retried', async () => {
    let turns = 0
    const failing = retryAfterDeadlock(() => {
      turns += 1
      throw new Error('of another kind')
    })
    await expect(failing).rejects.toThrow('of another kind')
    expect(turns).toBe(1)
  })
})
