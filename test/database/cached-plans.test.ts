import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import { withFastPath } from '../support/fast-path.ts'
import { createOwnWorld } from '../support/world.ts'

withFastPath()

const world = createOwnWorld()

/** The number of uses of cached plans for statements like this. */
async function countCachedPlans(pattern: string): Promise<number> {
  const { rows } = await sql<{ kept: number }>`select coalesce(sum(generic_plans), 0)::int as kept
    from pg_prepared_statements where statement like ${pattern}`.execute(world.database.queries)
  return rows[0]?.kept ?? 0
}

it('the query for one comment has a cached plan', async () => {
  const { rule, viewer } = await createCommentScene(world)
  const { id } = await world.createReview(rule, viewer)
  const client = await world.rest(viewer)
  for (let time = 0; time < 8; time += 1) expect((await client.get(`/reviews/${id}`)).body.review.id).toBe(id)
  expect(await countCachedPlans('select "v".*%from "reviews" as "v"%where "v"."id" = $%')).toBeGreaterThan(0)
})

it('the query for search results has a cached plan, for any results', async () => {
  const { viewer } = await createCommentScene(world)
  const client = await world.rest(viewer)
  // For short texts, the planner estimates that a plan for one text is cheaper than the plan for all texts.
  for (const q of ['ab', 'x9', 'so', 'ty', 'qq', 'ww', 'kl', 'mn']) {
    expect((await client.get(`/api/search/global?q=${q}`)).status).toBe(200)
  }
  expect(await countCachedPlans(`%json_build_object('projects'%'srg_rules'%`)).toBeGreaterThan(0)
})

it('the search for people has a cached plan', async () => {
  const { admin, project } = await createCommentScene(world)
  const client = await world.rest(admin)
  const target = `membership_type=Project&membership_id=${project.id}`
  for (const q of ['ann', 'example', 'nobody', 'person', 'user', 'admin', 'org', 'zz']) {
    expect((await client.get(`/api/users/search?q=${q}&${target}`)).status).toBe(200)
  }
  expect(await countCachedPlans('select "u"."id"%from "users" as "u"%like $%')).toBeGreaterThan(0)
})
