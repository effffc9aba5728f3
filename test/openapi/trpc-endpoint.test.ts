import { describe, expect, it } from 'vitest'
import { sampleRouter } from '../support/sample-router.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({}, sampleRouter)
const createPerson = async () => world.rest(await world.createUser())
const query = (input: unknown) => `input=${encodeURIComponent(JSON.stringify(input))}`

describe('the tRPC endpoint', () => {
  it('answers queries and mutations', async () => {
    const { get, post } = await createPerson()
    const listed = await get(`/trpc/list?${query({ kind: 'plain' })}`)
    expect(listed.body.result.data.input).toEqual({ kind: 'plain', page: 1, per_page: 25 })
    const created = await post('/trpc/create', { sample: { name: 'a' } })
    expect(created.body.result.data.input).toEqual({ sample: { name: 'a' } })
    expect(created.headers.getSetCookie()).toHaveLength(2)
    expect(created.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['an absent wrapper', 'create', {}, 400, 'parameter_missing', null],
    ['an unusable value', 'create', { sample: { name: 5 } }, 422, 'validation', { name: ['must be text'] }],
    ['an unknown record', 'change', { id: 2_147_483_647, sample: {} }, 404, 'not_found', null],
    ['an unusable id', 'change', { id: 'abc', sample: {} }, 404, 'not_found', null],
    ['an unknown procedure', 'nothing', {}, 404, 'not_found', null],
    ['a query as a mutation', 'list', { kind: 'plain' }, 405, 'method_not_allowed', null],
  ])('rejects %s for the same reason as REST', async (_, path, input, status, reason, errors) => {
    const answer = await (await createPerson()).post(`/trpc/${path}`, input)
    expect(answer.status).toBe(status)
    expect(answer.body.error.data).toMatchObject({ httpStatus: status, reason, errors })
  })

  it.each(['', '/', '//', '?batch=1', '/?batch=1'])('has no procedure at /trpc%s', async (rest) => {
    const client = await createPerson()
    for (const answer of [
      await client.get(`/trpc${rest}`),
      await client.post(`/trpc${rest}`),
      await client.post(`/trpc${rest}`, {}),
    ]) {
      expect([answer.status, answer.body.reason]).toEqual([404, 'not_found'])
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
    }
  })

  it('rejects callers without a credential', async () => {
    const { status, body } = await (await world.rest()).get(`/trpc/list?${query({ kind: 'plain' })}`)
    expect(status).toBe(401)
    expect(body.error.data.reason).toBe('not_authenticated')
  })

  it('answers each call of a batch separately', async () => {
    const inputs = query({ 0: { kind: 'plain' }, 1: { kind: 'other' } })
    const { status, body } = await (await createPerson()).get(`/trpc/list,list?batch=1&${inputs}`)
    expect(status).toBe(207)
    expect(body[0].result.data.input.kind).toBe('plain')
    expect(body[1].error.data.reason).toBe('validation')
  })

  it('runs a batch of changes on a database with one connection', async () => {
    const project = await world.createProject()
    const { post } = await world.rest(await world.createMember(project, 'author'))
    const call = { id: project.id, sample: { name: 'a' } }
    const { status, body } = await post('/trpc/change,change?batch=1', { 0: call, 1: call })
    expect(status).toBe(200)
    expect(body).toHaveLength(2)
  })

  it('rejects a batch of too many calls', async () => {
    const path = Array.from({ length: 51 }, () => 'latest').join(',')
    const { status, body } = await (await createPerson()).get(`/trpc/${path}?batch=1`)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('malformed_request')
  })

  it('rejects malformed bodies and other media types', async () => {
    const { post } = await createPerson()
    const broken = await post('/trpc/create', '{')
    expect([broken.status, broken.body.error.data.reason]).toEqual([400, 'malformed_request'])
    const text = await post('/trpc/create', '{}', { 'content-type': 'text/plain' })
    expect([text.status, text.body.error.data.reason]).toEqual([415, 'unsupported_media_type'])
    expect(text.headers.get('content-type')).toBe('application/json')
    const none = await post('/trpc/create')
    expect([none.status, none.headers.get('content-type')]).toEqual([415, 'application/json'])
  })

  it('rejects bodies over 1 MiB, announced or chunked', async () => {
    const user = await world.createUser()
    const { post } = await world.rest(user)
    const pad = JSON.stringify({ sample: { name: 'a' }, pad: 'x'.repeat(1_100_000) })
    const announced = await post('/trpc/create', pad, { 'content-length': String(pad.length) })
    expect([announced.status, announced.body.reason]).toEqual([413, 'payload_too_large'])
    const chunked = await post('/trpc/create', pad, { 'transfer-encoding': 'chunked' })
    expect([chunked.status, chunked.body.reason]).toEqual([413, 'payload_too_large'])
  })

  it('rejects calls from another site', async () => {
    const { status, body } = await (
      await createPerson()
    ).post('/trpc/create', {}, { 'sec-fetch-site': 'cross-site' })
    expect([status, body.reason]).toEqual([403, 'cross_site_request'])
  })

  it('reveals no details of unexpected errors', async () => {
    const { status, text, body } = await (await createPerson()).get('/trpc/fail')
    expect(status).toBe(500)
    expect(body.error.data.reason).toBe('internal_error')
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('stack')
  })
})
