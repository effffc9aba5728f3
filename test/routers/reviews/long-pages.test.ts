import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createCommentScene, type CommentScene } from '../../support/comments.ts'
import type { Body } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

/** The largest comment in bytes: 4,000 characters of four bytes. */
const LONG = '😀'.repeat(4_000)
const COUNT = 60

const world = createWorld()
let scene: CommentScene
let thread: number

beforeAll(async () => {
  scene = await createCommentScene(world)
  const { component, rule, viewer } = scene
  const insert = (parent: number | null) =>
    sql`
    insert into reviews (project_id, component_id, rule_id, commentable_type, user_id, action, comment, triage_status,
      responding_to_review_id)
    select ${component.projectId}::int, ${component.id}::int, ${rule.id}::int, 'BaseRule', ${viewer.id}::int, 'comment',
      ${LONG}::text, ${parent === null ? 'pending' : null}::text, ${parent}::int
    from generate_series(1, ${COUNT}::int) returning id`.execute(world.database.queries)
  const { rows } = await insert(null)
  thread = Number(Object(rows[0]).id)
  await insert(thread)
})

const toLists = (query: string) => [
  `/projects/${scene.component.projectId}/comments${query}`,
  `/components/${scene.component.id}/comments${query}`,
]
const listTexts = ({ rows }: Body) => rows.map(({ comment }: { comment: string }) => comment)

test('R-45: a page holds as many comments as requested, with their whole texts', async () => {
  const client = await world.rest(scene.viewer)
  for (const path of [...toLists('?per_page=1000'), `/reviews/${thread}/responses`]) {
    const { status, body } = await client.get(path)
    expect([status, listTexts(body).filter((text: string) => text === LONG)]).toEqual([
      200,
      Array.from({ length: COUNT }, () => LONG),
    ])
  }
})

test('R-45: a page of comments without a requested size has less than 1 MB', async () => {
  const client = await world.rest(scene.viewer)
  for (const path of toLists('')) {
    const { body, text } = await client.get(path)
    expect(body.rows).toHaveLength(25)
    expect(Buffer.byteLength(text)).toBeLessThan(1_000_000)
  }
})
