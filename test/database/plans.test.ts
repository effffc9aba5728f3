import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { forgetPlans } from '../../src/server/background/plans.ts'
import { aScene } from '../support/comments.ts'
import { testEngine } from '../support/db.ts'
import { aWorld } from '../support/world.ts'

const world = aWorld()

/** How often plans that are kept were used for statements like this. */
async function keptPlans(pattern: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select coalesce(sum(generic_plans), 0)::int as kept
    from pg_prepared_statements where statement like ${pattern}`.execute(world.database.queries)
  return rows[0]?.kept ?? 0
}

it.runIf(testEngine() === 'embedded')('one comment is read by a plan that is kept', async () => {
  const { rule, viewer } = await aScene(world)
  const { id } = await world.aReview(rule, viewer)
  const client = await world.rest(viewer)
  for (let time = 0; time < 8; time += 1) expect((await client.get(`/reviews/${id}`)).body.review.id).toBe(id)
  expect(await keptPlans('select "v".*%from "reviews" as "v"%where "v"."id" = $%')).toBeGreaterThan(0)
})

it.runIf(testEngine() === 'embedded')(
  'what a search shows is read by a plan that is kept, whatever was found',
  async () => {
    const { viewer } = await aScene(world)
    const client = await world.rest(viewer)
    // A planner that sees short ones takes each of their plans for cheaper than one for all texts.
    for (const q of ['ab', 'x9', 'so', 'ty', 'qq', 'ww', 'kl', 'mn'])
      expect((await client.get(`/api/search/global?q=${q}`)).status).toBe(200)
    expect(await keptPlans(`%json_build_object('projects'%'srg_rules'%`)).toBeGreaterThan(0)
  },
)

it.runIf(testEngine() === 'embedded')('so is the search for people', async () => {
  const { admin, project } = await aScene(world)
  const client = await world.rest(admin)
  const asked = `membership_type=Project&membership_id=${project.id}`
  for (const q of ['ann', 'example', 'nobody', 'person', 'user', 'admin', 'org', 'zz'])
    expect((await client.get(`/api/users/search?q=${q}&${asked}`)).status).toBe(200)
  expect(await keptPlans('select "u"."id"%from "users" as "u"%like $%')).toBeGreaterThan(0)
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
