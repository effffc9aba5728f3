import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { turnsOnServer } from '../../src/computing/beside/turns.ts'
import { anOwnWorld } from '../support/world.ts'

const world = anOwnWorld()
const HOUR = 3_600_000

/** Two processes of one database, whose turn is free. */
async function aPair() {
  const db = world.database.queries
  await sql`delete from background_turns`.execute(db)
  return [turnsOnServer(db), turnsOnServer(db)] as const
}
const moved = (column: string, by: string) =>
  sql`update background_turns set ${sql.ref(column)} = clock_timestamp() + ${by}::interval`.execute(
    world.database.queries,
  )

it('a turn is one process, until it is given back', async () => {
  const [one, other] = await aPair()
  expect(await one.take()).toBe(0)
  expect(await other.take()).toBeGreaterThan(0)
  await one.give(0)
  expect(await other.take()).toBe(0)
})

it('of many that ask together one has it', async () => {
  await aPair()
  const all = Array.from({ length: 10 }, () => turnsOnServer(world.database.queries))
  const waits = await Promise.all(all.map((turns) => turns.take()))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(1)
})

it('a rest holds for all while one of them serves requests, and for nobody when none does', async () => {
  const [one, other] = await aPair()
  await one.take()
  await one.serving(0)
  await one.give(HOUR)
  await moved('served_at', '1 hour')
  expect(await other.take()).toBeGreaterThan(0)
  expect(await one.take()).toBeGreaterThan(0)
  await moved('served_at', '-1 hour')
  expect(await other.take()).toBe(0)
})

it('who is gone with the turn loses it, and one who comes back late gives nothing of another', async () => {
  const [gone, other] = await aPair()
  await gone.take()
  await moved('held_until', '-1 second')
  expect(await other.take()).toBe(0)
  await gone.give(0)
  expect(await gone.take()).toBeGreaterThan(0)
})
