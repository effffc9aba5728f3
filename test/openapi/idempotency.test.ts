import { describe, expect, it } from 'vitest'
import { createCommentScene } from '../support/comments.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const comment = (text: string) => ({ review: { action: 'comment', comment: text } })
const key = (value: string) => ({ 'idempotency-key': value })

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
    const first = await client.post(path, comment('Once'), key('a'))
    const again = await client.post(path, { review: { comment: 'Once', action: 'comment' } }, key('a'))
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
    await client.post(path, comment('Once'), key('b'))
    const other = await client.post(path, comment('Twice'), key('b'))
    expect([other.status, other.body.reason]).toEqual([422, 'idempotency.key_reused'])
    expect(
      (await client.post(`/components/${component.id}/reviews`, comment('Twice'), key('b'))).status,
    ).toBe(200)
    const otherUser = await (await world.rest(author)).post(path, comment('Once'), key('b'))
    expect([otherUser.status, otherUser.headers.get('idempotency-replayed')]).toEqual([200, null])
  })

  it('stores rejections too', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const path = `/rules/${rule.id}/reviews`
    const first = await client.post(path, comment(' '), key('c'))
    const again = await client.post(path, comment(' '), key('c'))
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
    await client.post(path, comment('x'), key('e'))
    await world.database.queries
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('user_id', '=', viewer.id)
      .execute()
    expect((await client.post(path, comment('other'), key('e'))).status).toBe(200)
    expect(await countComments(rule.id)).toBe(2)
  })

  it('works for merge, but not for other changes', async () => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const ids = [(await world.createReview(rule, viewer)).id, (await world.createReview(rule, viewer)).id]
    const client = await world.rest(admin)
    const merge = () => client.patch('/reviews/merge', { review_ids: ids, survivor_id: ids[0] }, key('f'))
    const first = await merge()
    const again = await merge()
    expect([again.status, again.text]).toEqual([200, first.text])
    const other = await world.createReview(rule, viewer)
    const triage = () => client.patch(`/reviews/${other.id}/triage`, { triage_status: 'concur' }, key('f'))
    await triage()
    expect((await triage()).headers.get('idempotency-replayed')).toBeNull()
  })

  it.each(['', 'x'.repeat(256)])('rejects an invalid key', async (value) => {
    const { rule, viewer } = await createCommentScene(world)
    const answer = await (
      await world.rest(viewer)
    ).post(`/rules/${rule.id}/reviews`, comment('x'), key(value))
    expect([answer.status, answer.body.reason]).toEqual([422, 'idempotency.key_invalid'])
  })

  it('repeats a 204 and a 201 unchanged', async () => {
    const { project, admin } = await createCommentScene(world)
    const client = await world.rest(admin)
    const path = `/projects/${project.id}/triage_response_templates`
    const body = { triage_response_template: { name: 'x', body: 'y' } }
    const first = await client.post(path, body, key('g'))
    const again = await client.post(path, body, key('g'))
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([201, first.text, '"1"'])
  })
})
