import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import { toKeyHeader } from '../support/idempotency-key.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const toComment = (text: string) => ({ review: { action: 'comment', comment: text } })

async function countComments(ruleId: number): Promise<number> {
  const rows = await world.database.queries
    .selectFrom('reviews')
    .select('id')
    .where('rule_id', '=', ruleId)
    .execute()
  return rows.length
}

describe('Idempotency-Key (E-16)', () => {
  it('repeats the stored status and body for the same request, in any order of members', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const path = `/rules/${rule.id}/reviews`
    const first = await client.post(path, toComment('Once'), toKeyHeader('a'))
    const again = await client.post(
      path,
      { review: { comment: 'Once', action: 'comment' } },
      toKeyHeader('a'),
    )
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('content-type')).toContain('application/json')
    expect(await countComments(rule.id)).toBe(1)
  })

  it('rejects other values under a used key, but accepts them at another address and from another user', async () => {
    const { rule, component, viewer, author } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const path = `/rules/${rule.id}/reviews`
    await client.post(path, toComment('Once'), toKeyHeader('b'))
    const other = await client.post(path, toComment('Twice'), toKeyHeader('b'))
    expect([other.status, other.body.reason]).toEqual([422, 'idempotency.key_reused'])
    expect(
      (await client.post(`/components/${component.id}/reviews`, toComment('Twice'), toKeyHeader('b'))).status,
    ).toBe(200)
    const otherUser = await (await world.rest(author)).post(path, toComment('Once'), toKeyHeader('b'))
    expect([otherUser.status, otherUser.headers.get('idempotency-replayed')]).toEqual([200, null])
  })

  it('stores rejections too', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const path = `/rules/${rule.id}/reviews`
    const first = await client.post(path, toComment(' '), toKeyHeader('c'))
    const again = await client.post(path, toComment(' '), toKeyHeader('c'))
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      422,
      first.text,
      'true',
    ])
  })

  it('deletes stored answers after 24 hours', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const path = `/rules/${rule.id}/reviews`
    await client.post(path, toComment('x'), toKeyHeader('e'))
    await world.database.queries
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('user_id', '=', viewer.id)
      .execute()
    expect((await client.post(path, toComment('other'), toKeyHeader('e'))).status).toBe(200)
    expect(await countComments(rule.id)).toBe(2)
  })

  it('works for merge, but not for other changes', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const ids = [(await world.createReview(rule, viewer)).id, (await world.createReview(rule, viewer)).id]
    const client = await world.rest(admin)
    const merge = () =>
      client.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[0] }, toKeyHeader('f'))
    const first = await merge()
    const again = await merge()
    expect([again.status, again.text]).toEqual([200, first.text])
    const other = await world.createReview(rule, viewer)
    const triage = () =>
      client.patch(`/reviews/${other.id}/triage`, { triage_status: 'concur' }, toKeyHeader('f'))
    await triage()
    expect((await triage()).headers.get('idempotency-replayed')).toBeNull()
  })

  it.each(['', 'x'.repeat(256)])('rejects an invalid key', async (value) => {
    const { rule, viewer } = await createCommentScene(world)
    const answer = await (
      await world.rest(viewer)
    ).post(`/rules/${rule.id}/reviews`, toComment('x'), toKeyHeader(value))
    expect([answer.status, answer.body.reason]).toEqual([422, 'idempotency.key_invalid'])
  })

  it('repeats a 204 and a 201 unchanged', async () => {
    const { project, admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    const path = `/projects/${project.id}/triage_response_templates`
    const body = { triage_response_template: { name: 'x', body: 'y' } }
    const first = await client.post(path, body, toKeyHeader('g'))
    const again = await client.post(path, body, toKeyHeader('g'))
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([201, first.text, '"1"'])
  })
})
