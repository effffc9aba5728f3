import { beforeAll, describe, expect, it } from 'vitest'
import type { TokenScope } from '../../src/vocabulary.ts'
import { digestDatabase } from '../support/database-digest.ts'
import { rest, type Rest } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'
import { toQueryPath, CALLS, CHANGES, CHANGING_ROUTES } from './trpc-calls.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere' })
let client: Rest
/** Tokens of a system administrator, by their restriction. */
let tokens: Record<'reads' | 'writes' | 'elsewhere', Rest>

beforeAll(async () => {
  const owner = await world.createSystemAdmin()
  client = await world.rest(owner)
  await client.get('/api/auth/me')
  // The refusal of a board is a stream of its own, which ends.
  const target = { ends: true, request: (path: string, init: RequestInit) => world.app.request(path, init) }
  const withToken = async (scopes?: TokenScope[]) =>
    rest(target, { authorization: await world.createToken(owner, scopes) })
  const tokenResponse = await withToken()
  const set = { allowed_ips: ['192.0.2.0/24'] }
  await world.database.queries.updateTable('access_tokens').set(set).where('user_id', '=', owner.id).execute()
  tokens = { elsewhere: tokenResponse, reads: await withToken(['read']), writes: await withToken(['write']) }
})

/** Statements that change or lock something. */
const listChanges = (statements: string[]) =>
  statements.filter((text) => /\b(insert into|update|delete from|for share|for update)\b/i.test(text))

describe('tRPC rejects changes by GET', () => {
  it.each(CHANGES)('tRPC rejects $name by GET', async ({ name }) => {
    const { result, statements } = await recordStatements(async () => [
      await client.get(toQueryPath(name)),
      await client.get(`/trpc/${name}?batch=1&input=${encodeURIComponent('{"0":{}}')}`),
      await client.get(`${toQueryPath(name)}&_method=POST`, null, { 'x-http-method-override': 'POST' }),
    ])
    expect(result.map(({ status }) => status)).toEqual([405, 405, 405])
    expect(listChanges(statements)).toEqual([])
  })
})

const ELSEWHERE = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
]

describe('a request that changes data is rejected from another site', () => {
  it.each(CHANGES)('a request from another site is rejected: $name over tRPC', async ({ name }) => {
    const { result, statements } = await recordStatements(() =>
      Promise.all(ELSEWHERE.map((headers) => client.post(`/trpc/${name}`, {}, headers))),
    )
    const refused = result.map(({ status, body }) => [status, body.reason])
    expect(refused).toEqual(ELSEWHERE.map(() => [403, 'cross_site_request']))
    expect(statements).toEqual([])
  })

  it.each(CHANGING_ROUTES)(
    'a request from another site is rejected: $method $path',
    async ({ method, path }) => {
      const { result, statements } = await recordStatements(() =>
        Promise.all(ELSEWHERE.map((headers) => client.send(method, path, {}, headers))),
      )
      const refused = result.map(({ status, body }) => [status, body.reason])
      expect(refused).toEqual(ELSEWHERE.map(() => [403, 'cross_site_request']))
      expect(statements).toEqual([])
    },
  )
})

/** Media types that a form of another site can send without a preflight request. */
const FORM_MEDIA_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'Multipart/Form-Data',
  'application/octet-stream',
]

describe('a body of a media type that forms send is rejected', () => {
  it.each(CHANGES)(
    'a body of a media type that forms send is rejected by $name over tRPC',
    async ({ name }) => {
      const { result, statements } = await recordStatements(() =>
        Promise.all(
          FORM_MEDIA_TYPES.map((type) => client.post(`/trpc/${name}`, '{}', { 'content-type': type })),
        ),
      )
      expect(result.map(({ status }) => status)).toEqual(FORM_MEDIA_TYPES.map(() => 415))
      expect(listChanges(statements)).toEqual([])
    },
  )
})

describe('a batch', () => {
  it('a batch of more than 50 calls is rejected completely, without running any call', async () => {
    const before = await digestDatabase(world)
    for (const [name, count] of [
      ['projects.create', 51],
      ['projects.create', 5000],
    ] as const) {
      const calls = Array.from({ length: count }, () => name).join(',')
      const bodies = Object.fromEntries(
        Array.from({ length: count }, (_, index) => [index, { project: { name: `Batch ${index}` } }]),
      )
      const { status, text } = await client.post(`/trpc/${calls}?batch=1`, bodies)
      expect([status, text.includes('malformed_request')]).toEqual([400, true])
    }
    expect(await digestDatabase(world)).toEqual(before)
  })
})

const BOARDS = CALLS.filter(({ type }) => type === 'subscription')
const ANSWERING = CALLS.filter(
  ({ needs, type, file }) => needs !== 'public' && type !== 'subscription' && !file,
)
const SESSION = 'session_authentication_required'

describe('the scopes and addresses of a token apply over tRPC as over REST', () => {
  it.each(ANSWERING)(
    '$name requires the scope and address of the token',
    async ({ name, type, sessionOnly }) => {
      const send = async (token: Rest) => {
        const { status, body } =
          type === 'mutation' ? await token.post(`/trpc/${name}`, {}) : await token.get(toQueryPath(name))
        return [status, body.error?.data.reason]
      }
      const short = type === 'mutation' ? tokens.reads : tokens.writes
      expect(await send(short)).toEqual([403, sessionOnly ? SESSION : 'insufficient_token_scope'])
      expect(await send(tokens.elsewhere)).toEqual([403, 'ip_not_allowed'])
    },
  )

  it.each(BOARDS)('$name rejects the token in the first event of its stream', async ({ name }) => {
    for (const [token, reason] of [
      [tokens.writes, 'insufficient_token_scope'],
      [tokens.elsewhere, 'ip_not_allowed'],
    ] as const) {
      const { status, text } = await token.get(toQueryPath(name))
      expect([status, text.includes(`"reason":"${reason}"`)], text).toEqual([200, true])
    }
  })
})
