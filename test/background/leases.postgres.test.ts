import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createBackgroundLeases } from '../../src/background/leases.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const HOUR = 3_600_000

/** Two processes on one database with a free lease. */
async function createPair() {
  const db = world.database.queries
  await sql`delete from background_leases`.execute(db)
  return [createBackgroundLeases(db), createBackgroundLeases(db)] as const
}
const moveTime = (column: string, interval: string) =>
  sql`update background_leases set ${sql.ref(column)} = clock_timestamp() + ${interval}::interval`.execute(
    world.database.queries,
  )

it('a lease belongs to one process until it is released', async () => {
  const [first, other] = await createPair()
  expect(await first.acquire()).toBe(0)
  expect(await other.acquire()).toBeGreaterThan(0)
  await first.release(0)
  expect(await other.acquire()).toBe(0)
})

it('one of several concurrent callers gets the lease', async () => {
  await createPair()
  const all = Array.from({ length: 10 }, () => createBackgroundLeases(world.database.queries))
  const waits = await Promise.all(all.map((turns) => turns.acquire()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
})

it('a pause applies to all processes while one of them serves requests, and to none otherwise', async () => {
  const [first, other] = await createPair()
  await first.acquire()
  await first.heartbeat(0)
  await first.release(HOUR)
  await moveTime('last_served_at', '1 hour')
  expect(await other.acquire()).toBeGreaterThan(0)
  expect(await first.acquire()).toBeGreaterThan(0)
  await moveTime('last_served_at', '-1 hour')
  expect(await other.acquire()).toBe(0)
})

it('a process that dies loses its lease, and a late process cannot release the lease of another', async () => {
  const [stopped, other] = await createPair()
  await stopped.acquire()
  await moveTime('expires_at', '-1 second')
  expect(await other.acquire()).toBe(0)
  await stopped.release(0)
  expect(await stopped.acquire()).toBeGreaterThan(0)
})
