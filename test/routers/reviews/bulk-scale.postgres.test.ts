import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createCommentScene } from '../../support/comments.ts'
import { recordStatements } from '../../support/statements.ts'
import { createOwnWorld } from '../../support/world.ts'

const world = createOwnWorld({}, undefined, () => new Date('2026-03-01T12:00:00Z'))
const LIMIT = 10_000
const MAX_STATEMENTS = 80

async function createManyComments(count: number) {
  const scene = await createCommentScene(world)
  const { project, component, rule, viewer } = scene
  await sql`
    insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status)
    select ${project.id}, ${component.id}, ${rule.id}, 'BaseRule', ${viewer.id}, 'comment', 'No. ' || n, 'pending'
    from generate_series(1, ${count}::integer) n`.execute(world.database.queries)
  return scene
}

const DECISION = { triage_status: 'non_concur', response_comment: 'Out of scope.' } as const

it('10,000 comments are decided in fewer than 80 statements, as the dry run reported', async () => {
  const { author, component } = await createManyComments(LIMIT)
  const request = { filter: { component_id: component.id }, ...DECISION }
  const dryRun = await recordStatements(() =>
    world.as(author).reviews.bulkTriage({ ...request, dry_run: true }),
  )
  expect(dryRun.statements.length).toBeLessThan(MAX_STATEMENTS)
  expect(dryRun.result.count).toBe(LIMIT)
  expect(await readStored(component.id)).toEqual([{ status: 'pending', replies: 0, count: LIMIT }])

  const done = await recordStatements(() => world.as(author).reviews.bulkTriage(request))
  expect(done.statements.length).toBeLessThan(MAX_STATEMENTS)
  expect(done.result.reviews).toHaveLength(500)
  expect(done.result.response_reviews).toHaveLength(500)
  expect(done.result.reviews.slice(0, 100)).toEqual(dryRun.result.reviews)
  expect(await readStored(component.id)).toEqual([{ status: 'non_concur', replies: 1, count: LIMIT }])
}, 120_000)

it('R-3: 10,001 comments are rejected and not changed', async () => {
  const { author, component } = await createManyComments(LIMIT + 1)
  const client = await world.rest(author)
  for (const dry_run of [true, false]) {
    const { status, body } = await client.patch('/reviews/bulk_triage', {
      filter: { component_id: component.id },
      ...DECISION,
      dry_run,
    })
    expect([status, body.reason]).toEqual([422, 'review.too_many'])
  }
  expect(await readStored(component.id)).toEqual([{ status: 'pending', replies: 0, count: LIMIT + 1 }])
}, 120_000)

/** The comments of a component by status and number of replies. */
async function readStored(componentId: number) {
  const { rows } = await sql`
    select triage_status as status, replies, count(*) as count from (
      select v.triage_status, (select count(*) from reviews k where k.responding_to_review_id = v.id) as replies
      from reviews v where v.component_id = ${componentId} and v.responding_to_review_id is null) c
    group by 1, 2 order by 1, 2`.execute(world.database.queries)
  return rows
}
