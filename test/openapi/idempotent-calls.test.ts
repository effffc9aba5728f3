import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createClient, getErrorReason } from '../../client/src/index.ts'
import { DomainError } from '../../src/errors.ts'
import { writing } from '../../src/procedures/access/builders.ts'
import { router } from '../../src/procedures/trpc.ts'
import { createCommentScene } from '../support/comments.ts'
import { toKeyHeader } from '../support/idempotency-key.ts'
import type { Body } from '../support/rest.ts'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()

async function createCommenter() {
  const { rule, viewer, ...others } = await createCommentScene(world)
  const { post } = await world.rest(viewer)
  const toInput = (comment: string) => ({ ruleId: rule.id, review: { action: 'comment', comment } })
  const readStored = async () =>
    (await world.database.queries.selectFrom('reviews').select('id').where('rule_id', '=', rule.id).execute())
      .length
  return { ...others, rule, viewer, post, input: toInput, stored: readStored }
}

describe('Idempotency-Key over tRPC (E-16)', () => {
  it.each(['', '?batch=1'])('makes a call run once (%s)', async (batch) => {
    const { post, input, stored } = await createCommenter()
    const send = (comment: string) =>
      post(
        `/trpc/reviews.createOnRule${batch}`,
        batch ? { 0: input(comment) } : input(comment),
        toKeyHeader('once'),
      )
    const first = await send('Once')
    const again = await send('Once')
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([200, null])
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('content-type')).toBe('application/json')
    const other = await send('Twice')
    const { error }: Body = batch ? other.body[0] : other.body
    expect([other.status, error.data.reason]).toEqual([422, 'idempotency.key_reused'])
    expect(await stored()).toBe(1)
  })

  it('belongs to one user and one call, and cannot cover a batch of several', async () => {
    const { post, input, stored, author } = await createCommenter()
    const path = '/trpc/reviews.createOnRule'
    await post(path, input('x'), toKeyHeader('k'))
    expect((await (await world.rest(author)).post(path, input('x'), toKeyHeader('k'))).status).toBe(200)
    const batch = { 0: input('x'), 1: input('y') }
    const both = await post(`${path},reviews.createOnRule?batch=1`, batch, toKeyHeader('k'))
    expect([both.status, both.body[0].error.data.reason]).toEqual([422, 'idempotency.key_invalid'])
    const unusable = await post(path, input('x'), toKeyHeader('x'.repeat(256)))
    expect([unusable.status, unusable.body.error.data.reason]).toEqual([422, 'idempotency.key_invalid'])
    expect(await stored()).toBe(2)
  })

  it('stores rejections, but nothing for anonymous callers', async () => {
    const { post, input } = await createCommenter()
    const first = await post('/trpc/reviews.createOnRule', input(' '), toKeyHeader('r'))
    const again = await post('/trpc/reviews.createOnRule', input(' '), toKeyHeader('r'))
    expect([again.status, again.text]).toEqual([422, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const anonymous = await (
      await world.rest()
    ).post('/trpc/reviews.createOnRule', input('x'), toKeyHeader('r'))
    expect([anonymous.status, anonymous.body.error.data.reason]).toEqual([401, 'not_authenticated'])
  })

  it('works where it works over REST, except where an answer contains a secret', async () => {
    const { post, viewer, admin, rule } = await createCommenter()
    const review = await world.createReview(rule, viewer)
    const staff = await world.rest(admin)
    const sendTwice = async (client: { post: typeof post }, path: string, body: Record<string, unknown>) => {
      await client.post(path, body, toKeyHeader('t'))
      return (await client.post(path, body, toKeyHeader('t'))).headers.get('idempotency-replayed')
    }
    const reviews = { review_ids: [review.id], triage_status: 'concur' }
    expect(await sendTwice(staff, '/trpc/reviews.bulkTriage', reviews)).toBe('true')
    const input = { reviewId: review.id, triage_status: 'concur' }
    expect(await sendTwice(staff, '/trpc/reviews.triage', input)).toBeNull()
    expect(await sendTwice({ post }, '/trpc/tokens.create', { personal_access_token: {} })).toBeNull()
  })

  it('is sent by the client with a change that has a key', async () => {
    const { viewer, input, stored } = await createCommenter()
    const cookie = await world.createCookie(viewer)
    const fetch = (address: string | URL | Request, init?: RequestInit) =>
      Promise.resolve(world.app.request(address, { ...init, headers: { ...toHeaders(init), cookie } }))
    const api = createClient({ url: 'http://127.0.0.1:3000', fetch })
    const { ruleId } = input('x')
    const send = (comment: string, idempotencyKey?: string) =>
      api.reviews.createOnRule.mutate(
        { ruleId, review: { action: 'comment', comment } },
        idempotencyKey === undefined ? {} : { context: { idempotencyKey } },
      )
    const [first, again] = [await send('x', 'a'), await send('x', 'a')]
    expect([again, await stored()]).toEqual([first, 1])
    expect(getErrorReason(await send('y', 'a').catch((error: unknown) => error))).toBe(
      'idempotency.key_reused',
    )
    await Promise.all([send('x'), send('x')])
    expect(await stored()).toBe(3)
  })
})

function toHeaders(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers))
}

const refusals: Error[] = []
let runs = 0
const flaky = createWorldUnder(
  {},
  router({
    try: writing.signedIn.output(z.object({ runs: z.int() })).mutation(() => {
      runs += 1
      const refusal = refusals.shift()
      if (refusal) throw refusal
      return { runs }
    }),
  }),
)

describe('a first answer over tRPC', () => {
  it.each(['', 'application/jsonl'])(
    'a first answer over tRPC of 5xx or 429 is not stored, so that a retry runs (%s)',
    async (form) => {
      const client = await flaky.rest(await flaky.createUser())
      refusals.push(
        new Error('broken'),
        new DomainError('unavailable', 'service_unavailable', 'Away.'),
        new DomainError('throttled', 'rate_limited', 'Slow down.'),
      )
      const before = runs
      const replayed = []
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const headers = { ...toKeyHeader('a'), ...(form ? { 'trpc-accept': form } : {}) }
        const { headers: answered } = await client.post('/trpc/try?batch=1', {}, headers)
        replayed.push(answered.get('idempotency-replayed'))
      }
      expect(replayed).toEqual([null, null, null, null, 'true'])
      expect(runs - before).toBe(4)
    },
  )
})
