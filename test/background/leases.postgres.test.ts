import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createBackgroundLeases } from '../../src/background/leases.ts'
import { anOwnWorld } from '../support/world.ts'

const world = anOwnWorld()
const HOUR = 3_600_000

/** Two processes of one database, whose turn is free. */
async function aPair() {
  const db = world.database.queries
  await sql`delete from background_leases`.execute(db)
  return [createBackgroundLeases(db), createBackgroundLeases(db)] as const
}
const moved = (column: string, by: string) =>
  sql`update background_leases set ${sql.ref(column)} = clock_timestamp() + ${by}::interval`.execute(
    world.database.queries,
  )

it('a turn is one process, until it is given back', async () => {
  const [one, other] = await aPair()
  expect(await one.acquire()).toBe(0)
  expect(await other.acquire()).toBeGreaterThan(0)
  await one.release(0)
  expect(await other.acquire()).toBe(0)
})

it('one of many concurrent callers gets the lease', async () => {
  await aPair()
  const all = Array.from({ length: 10 }, () => createBackgroundLeases(world.database.queries))
  const waits = await Promise.all(all.map((turns) => turns.acquire()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
})

it('a rest holds for all while one of them serves requests, and for nobody when none does', async () => {
  const [one, other] = await aPair()
  await one.acquire()
  await one.heartbeat(0)
  await one.release(HOUR)
  await moved('last_served_at', '1 hour')
  expect(await other.acquire()).toBeGreaterThan(0)
  expect(await one.acquire()).toBeGreaterThan(0)
  await moved('last_served_at', '-1 hour')
  expect(await other.acquire()).toBe(0)
})

it('who is gone with the turn loses it, and one who comes back late gives nothing of another', async () => {
  const [gone, other] = await aPair()
  await gone.acquire()
  await moved('expires_at', '-1 second')
  expect(await other.acquire()).toBe(0)
  await gone.release(0)
  expect(await gone.acquire()).toBeGreaterThan(0)
})
