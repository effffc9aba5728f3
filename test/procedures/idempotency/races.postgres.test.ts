import { expect, test } from 'vitest'
import { createApp } from '../../../src/app/create-app.ts'
import { createCommentScene } from '../../support/comments.ts'
import { ROUNDS, sendConcurrently } from '../../support/concurrent-requests.ts'
import { rest } from '../../support/rest.ts'
import { createWorld } from '../../support/world.ts'

const world = createWorld()
const key = { 'idempotency-key': 'k' }

test.each([
  ['REST', (id: number) => `/rules/${id}/reviews`],
  ['a typed client', () => '/trpc/reviews.createOnRule'],
])('many concurrent requests with one key to two processes run once (%s)', async (_, pathTo) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { rule, viewer } = await createCommentScene(world)
    const cookie = await world.createCookie(viewer)
    const clients = [world.app, createApp(world.services)].map((app) => rest(app, { cookie }))
    const input = { ruleId: rule.id, review: { action: 'comment', comment: 'Once' } }
    const requests = clients.flatMap(({ post }) =>
      Array.from({ length: 5 }, () => () => post(pathTo(rule.id), input, key)),
    )
    const answers = await sendConcurrently(...requests)
    const first = answers.filter(
      ({ status, headers }) => status === 200 && !headers.has('idempotency-replayed'),
    )
    expect(first).toHaveLength(1)
    for (const { status, text, headers } of answers) {
      if (status === 409) expect(text).toContain('idempotency.running')
      else expect([status, text]).toEqual([200, first[0]?.text])
      if (status === 409) expect(headers.has('idempotency-replayed')).toBe(false)
    }
    const stored = await world.database.queries
      .selectFrom('reviews')
      .select('id')
      .where('rule_id', '=', rule.id)
      .execute()
    expect(stored).toHaveLength(1)
  }
})
