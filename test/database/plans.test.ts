import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { forgetPlans } from '../../src/server/background/plans.ts'
import { aScene } from '../support/comments.ts'
import { testEngine } from '../support/db.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()

it.runIf(testEngine() === 'embedded')('one comment is read by a plan that is kept', async () => {
  const { rule, viewer } = await aScene(world)
  const { id } = await world.aReview(rule, viewer)
  const client = await world.rest(viewer)
  for (let time = 0; time < 8; time += 1) expect((await client.get(`/reviews/${id}`)).body.review.id).toBe(id)
  const { rows } = await sql<{
    kept: number
  }>`select sum(generic_plans)::int as kept from pg_prepared_statements
    where statement like 'select "v".*%from "reviews" as "v"%where "v"."id" = $%'`.execute(
    world.database.queries,
  )
  expect(rows[0]?.kept).toBeGreaterThan(0)
})

it.runIf(testEngine() === 'embedded')(
  'statements that were planned go on after their plans were forgotten',
  async () => {
    const reader = world.database.queries
    const user = await world.aUser()
    const named = () => reader.selectFrom('users').select('email').where('id', '=', user.id).execute()
    for (let time = 0; time < 7; time += 1) expect(await named()).toEqual([{ email: user.email }])
    const planned = sql<{ kept: number }>`select sum(generic_plans + custom_plans)::int as kept
    from pg_prepared_statements where statement like '%from "users" where "id"%'`
    expect((await planned.execute(reader)).rows[0]?.kept).toBeGreaterThan(0)
    await forgetPlans(world.services)
    expect(await named()).toEqual([{ email: user.email }])
  },
)
