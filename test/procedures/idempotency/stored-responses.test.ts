import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createClient, getErrorReason } from '../../../client/src/index.ts'
import { DomainError } from '../../../src/errors.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { router } from '../../../src/procedures/trpc.ts'
import { createCommentScene } from '../../support/comments.ts'
import { toKeyHeader } from '../../support/idempotency-key.ts'
import { createWorld, createWorldUnder } from '../../support/world.ts'

const world = createWorld()
const toComment = (text: string) => ({ review: { action: 'comment', comment: text } })

let runs = 0
let size = 0
let refusal: Error | null = null
const sampleWorld = createWorldUnder(
  {},
  router({
    make: writing.signedIn
      .meta({ openapi: { method: 'POST', path: '/makes', tags: ['x'], summary: 'Make' } })
      .output(
        z.object({
          note: z.string(),
          item: z.object({ id: z.int() }),
          parts: z.array(z.object({ id: z.int() })),
        }),
      )
      .mutation(() => {
        runs += 1
        if (refusal) throw refusal
        return { note: 'x'.repeat(size), item: { id: runs }, parts: [{ id: 1 }, { id: 2 }] }
      }),
  }),
)
afterEach(() => {
  runs = 0
  refusal = null
})

async function readKeys(userId: number) {
  return sampleWorld.database.queries
    .selectFrom('idempotency_keys')
    .select(['status', 'body'])
    .where('user_id', '=', userId)
    .execute()
}

describe('the stored response of a request with a key', () => {
  it('is missing if its transaction was not committed', async () => {
    const user = await sampleWorld.createUser()
    const client = await sampleWorld.rest(user)
    refusal = new Error('broken')
    expect((await client.post('/makes', {}, toKeyHeader('a'))).status).toBe(500)
    expect(await readKeys(user.id)).toEqual([])
  })

  it('is missing if the request can be retried', async () => {
    const client = await sampleWorld.rest(await sampleWorld.createUser())
    refusal = new DomainError('conflict', 'conflict.busy', 'Another change was under way.')
    expect((await client.post('/makes', {}, toKeyHeader('a'))).status).toBe(409)
    refusal = null
    expect((await client.post('/makes', {}, toKeyHeader('a'))).status).toBe(200)
  })

  it('is the answer up to 1 MiB, and a reference to its records beyond that size', async () => {
    const user = await sampleWorld.createUser()
    const client = await sampleWorld.rest(user)
    size = 1024 * 1024 - 100
    const first = await client.post('/makes', {}, toKeyHeader('a'))
    expect((await client.post('/makes', {}, toKeyHeader('a'))).text).toBe(first.text)
    size = 1024 * 1024
    expect((await client.post('/makes', {}, toKeyHeader('b'))).text.length).toBeGreaterThan(size)
    const again = await client.post('/makes', {}, toKeyHeader('b'))
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.headers.get('content-type')).toBe('application/json; profile="record-reference"')
    expect(again.body).toEqual({
      toast: {
        title: 'Already done',
        message: [expect.stringContaining('no longer stored')],
        variant: 'success',
      },
      reference: { item: { id: 2 }, parts: [{ id: 1 }, { id: 2 }] },
    })
    expect(runs).toBe(2)
    for (const { body } of await readKeys(user.id)) {
      expect((body ?? '').length).toBeLessThanOrEqual(1024 * 1024)
    }
  })

  it('is an error for tRPC clients if it does not match their types', async () => {
    const client = await sampleWorld.rest(await sampleWorld.createUser())
    size = 1024 * 1024
    expect((await client.post('/trpc/make', {}, toKeyHeader('a'))).status).toBe(200)
    const again = await client.post('/trpc/make', {}, toKeyHeader('a'))
    const { reason, details } = again.body.error.data
    expect([again.status, reason]).toEqual([409, 'idempotency.answer_not_kept'])
    expect(details.reference).toEqual({ item: { id: 1 }, parts: [{ id: 1 }, { id: 2 }] })
    expect(runs).toBe(1)
  })

  it('applies to one transport: the same key over the other transport is a separate request', async () => {
    const client = await sampleWorld.rest(await sampleWorld.createUser())
    size = 1
    const answers = [
      await client.post('/makes', {}, toKeyHeader('a')),
      await client.post('/trpc/make', {}, toKeyHeader('a')),
      await client.post('/makes', {}, toKeyHeader('a')),
      await client.post('/trpc/make', {}, toKeyHeader('a')),
    ]
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
      null,
      null,
      'true',
      'true',
    ])
    expect([answers[2]?.text, answers[3]?.text]).toEqual([answers[0]?.text, answers[1]?.text])
    expect(runs).toBe(2)
  })
})

describe('a withdrawn text', () => {
  it.each([
    ['withdrawn', (id: number) => ['PATCH', `/reviews/${id}/withdraw`, {}] as const],
    [
      'withdrawn by an administrator',
      (id: number) => ['PATCH', `/reviews/${id}/admin_withdraw`, { audit_comment: 'Personal data' }] as const,
    ],
    [
      'deleted',
      (id: number) => ['DELETE', `/reviews/${id}/admin_destroy`, { audit_comment: 'Personal data' }] as const,
    ],
  ])('is in no stored answer once it is %s, and its request still runs once', async (how, requestFor) => {
    const { rule, viewer, admin } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const send = () => client.post(`/rules/${rule.id}/reviews`, toComment('Very private'), toKeyHeader(how))
    const first = await send()
    const [method, path, body] = requestFor(first.body.review.id)
    const taker = how === 'withdrawn' ? client : await world.rest(admin)
    expect((await taker.send(method, path, body)).status).toBe(200)
    const storedKeys = await world.database.queries
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('user_id', '=', viewer.id)
      .execute()
    expect(JSON.stringify(storedKeys)).not.toContain('private')
    const again = await send()
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body.reference).toEqual({ review: { id: first.body.review.id } })
  })

  it('is in no answer stored later, once it is redacted', async () => {
    const { rule, viewer, admin, component } = await createCommentScene(world)
    const client = await world.rest(admin)
    const { review } = (
      await (await world.rest(viewer)).post(`/rules/${rule.id}/reviews`, toComment('Very private'))
    ).body
    const reason = { audit_comment: 'Personal data' }
    expect((await client.delete(`/reviews/${review.id}/admin_destroy`, reason)).status).toBe(200)
    await client.post(`/rules/${rule.id}/reviews`, toComment('As said: very private'), toKeyHeader('since'))
    const redact = `/components/${component.id}/destroyed_reviews/${review.id}/redact`
    expect((await client.patch(redact, reason)).status).toBe(200)
    const storedKeys = await world.database.queries
      .selectFrom('idempotency_keys')
      .select('body')
      .where('component_id', '=', component.id)
      .execute()
    expect(JSON.stringify(storedKeys)).not.toContain('private')
  })
})

describe('invalid values', () => {
  it('are rejected before a response is stored, at any nesting depth', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const client = await world.rest(viewer)
    const deep = `{"ruleId":${rule.id},"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
    const answer = await client.post('/trpc/reviews.createOnRule', deep, {
      ...toKeyHeader('deep'),
      'content-type': 'application/json',
    })
    expect([answer.status, answer.body.error.data.reason]).toEqual([400, 'malformed_request'])
  })

  it('are reported by the tRPC client with a reason', async () => {
    const { rule, viewer } = await createCommentScene(world)
    const cookie = await world.createCookie(viewer)
    const fetch = (address: string | URL | Request, init?: RequestInit) =>
      Promise.resolve(
        world.app.request(address, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie },
        }),
      )
    const api = createClient({ url: 'http://127.0.0.1:3000', fetch })
    const call = api.reviews.createOnRule.mutate(
      { ruleId: rule.id, review: { action: 'comment', comment: 'x' } },
      { context: { idempotencyKey: 'x'.repeat(256) } },
    )
    expect(getErrorReason(await call.catch((error: unknown) => error))).toBe('idempotency.key_invalid')
  })
})
