import { describe, expect, it } from 'vitest'
import { createLocalUser, readMails, PASSWORD } from '../support/accounts.ts'
import { rest } from '../support/rest.ts'
import { createWorld, createWorldUnder } from '../support/world.ts'

const world = createWorld()
const off = createWorldUnder({ API_TOKENS_ENABLED: 'false' })
const tokenInput = (values: object = {}) => ({
  personal_access_token: { name: 'CI', scopes: ['read'], current_password: PASSWORD, ...values },
})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describe('creating an access token', () => {
  it('A-40: shows the raw value once and works from then on', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const { status, body } = await client.post(
      '/personal_access_tokens',
      tokenInput({ scopes: ['read', 'read'], expires_at: inDays(30), user_id: 1 }),
    )
    expect(status).toBe(201)
    expect(body.token).toMatch(/^service_[1-9A-HJ-NP-Za-km-z]{36}$/)
    expect(body.personal_access_token).toMatchObject({
      name: 'CI',
      scopes: ['read'],
      expires_at: inDays(30),
      token_prefix: body.token.slice(0, 12),
      revoked_at: null,
      allowed_ips: null,
    })
    const withToken = rest(world.app, { authorization: `token\t ${body.token}` })
    expect((await withToken.get('/api/auth/me')).body.id).toBe(user.id)
    const stored = await world.database.queries
      .selectFrom('access_tokens')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(stored)).not.toContain(body.token)
    expect(await readMails(world, user.email)).toHaveLength(1)
  })

  it('sets an expiry of one year by default', async () => {
    const client = await world.rest(await createLocalUser(world))
    const { body } = await client.post('/personal_access_tokens', tokenInput())
    expect(body.personal_access_token.expires_at).toBe(inDays(365))
  })

  it.each([
    [{ expires_at: inDays(0) }, 'expires_at'],
    [{ expires_at: inDays(366) }, 'expires_at'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['root'] }, 'scopes.0'],
    [{ scopes: 'read' }, 'scopes'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ allowed_ips: ['10.0.0.0/33'] }, 'allowed_ips.0'],
    [{ allowed_ips: Array.from({ length: 51 }, () => '10.0.0.1') }, 'allowed_ips'],
  ])('rejects %j', async (values, field) => {
    const client = await world.rest(await createLocalUser(world))
    const { status, body } = await client.post('/personal_access_tokens', tokenInput(values))
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('A-41, A-19: returns a 422 problem for a wrong or missing password, and locks after three wrong ones', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const missing = await client.post('/personal_access_tokens', tokenInput({ current_password: undefined }))
    expect([missing.status, missing.body.type]).toEqual([422, '/docs/api/errors#incorrect_password'])
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    await client.post('/personal_access_tokens', tokenInput({ current_password: 'wrong' }))
    const second = await client.post('/personal_access_tokens', tokenInput({ current_password: 'wrong' }))
    expect([second.status, second.body.reason]).toEqual([422, 'incorrect_password'])
    const third = await client.post('/personal_access_tokens', tokenInput({ current_password: 'wrong' }))
    expect([third.status, third.body.reason]).toEqual([423, 'account_locked'])
    expect(third.body.toast).toBeDefined()
    expect((await client.post('/personal_access_tokens', tokenInput())).status).toBe(423)
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })

  it('is allowed with sessions only', async () => {
    const client = await world.restWithToken(await createLocalUser(world))
    const { status, body } = await client.post('/personal_access_tokens', tokenInput())
    expect([status, body.reason]).toEqual([403, 'session_authentication_required'])
  })

  it('a request without its wrapper is rejected with a 400', async () => {
    const client = await world.rest(await createLocalUser(world))
    expect((await client.post('/personal_access_tokens', {})).status).toBe(400)
  })

  it('A-41: is limited to twenty active tokens, also in parallel, not counting expired ones', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const create = () => client.post('/personal_access_tokens', tokenInput())
    const answers = await Promise.all(Array.from({ length: 22 }, create))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ body }) => body.reason === 'token.quota')).toHaveLength(2)
    await world.database.queries
      .updateTable('access_tokens')
      .set({ expires_at: inDays(0) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await create()).status).toBe(201)
  })

  it('A-46: is not available with tokens switched off', async () => {
    const client = await off.rest(await createLocalUser(off))
    expect((await client.post('/personal_access_tokens', tokenInput())).status).toBe(404)
    expect((await client.post('/personal_access_tokens', {})).status).toBe(404)
  })
})

describe('the allow list of a token', () => {
  it.each([
    [undefined, null],
    [null, null],
    [[], []],
    [['10.0.0.1/32'], ['10.0.0.1/32']],
  ])(
    'sent as %j is returned as %j; a missing and an empty list allow any address',
    async (allowed_ips, answered) => {
      const client = await world.rest(await createLocalUser(world))
      const { body } = await client.post('/personal_access_tokens', tokenInput({ allowed_ips }))
      expect(body.personal_access_token.allowed_ips).toEqual(answered)
      const listed = await client.get('/personal_access_tokens')
      expect(listed.body.personal_access_tokens[0].allowed_ips).toEqual(answered)
      const { status } = await rest(world.app, { authorization: `Token ${body.token}` }).get('/api/auth/me')
      expect(status).toBe(answered?.length ? 403 : 200)
    },
  )
})

describe('a token', () => {
  it.each(['read', 'write'] as const)(
    'A-45: with only the scope %s cannot manage tokens, and the error gives the reason',
    async (scope) => {
      const client = await world.restWithToken(await world.createUser(), [scope])
      const answers = [
        await client.get('/personal_access_tokens'),
        await client.post('/personal_access_tokens', tokenInput()),
        await client.delete('/personal_access_tokens/1'),
      ]
      const expectedAnswer = [403, 'session_authentication_required']
      expect(answers.map(({ status, body }) => [status, body.reason])).toEqual([
        expectedAnswer,
        expectedAnswer,
        expectedAnswer,
      ])
    },
  )

  it('A-42: a token with the wrong scope is rejected before the state of its owner is checked', async () => {
    const user = await world.createUser({ lockedAt: new Date(), lockReason: 'admin' })
    const client = await world.restWithToken(user, ['write'])
    expect((await client.get('/api/auth/me')).body.reason).toBe('insufficient_token_scope')
    expect((await client.post('/projects', {})).body.reason).toBe('invalid_token')
  })

  it('A-42: is rejected because of its end, its address, its scope and its owner, in this order', async () => {
    const user = await world.createUser({ lockedAt: new Date(), lockReason: 'admin' })
    const client = await world.restWithToken(user, ['write'])
    const change = (set: object) =>
      world.database.queries.updateTable('access_tokens').set(set).where('user_id', '=', user.id).execute()
    await change({ allowed_ips: ['10.0.0.0/8'], revoked_at: new Date() })
    const expectedAnswer = []
    for (const set of [{ revoked_at: null }, { allowed_ips: null }, { scopes: ['read'] }]) {
      const { status, body } = await client.get('/projects/2147483647')
      expectedAnswer.push([status, body.reason])
      await change(set)
    }
    const { status, body } = await client.get('/projects/2147483647')
    expect([...expectedAnswer, [status, body.reason]]).toEqual([
      [401, 'invalid_token'],
      [403, 'ip_not_allowed'],
      [403, 'insufficient_token_scope'],
      [401, 'invalid_token'],
    ])
  })

  it('A-38: a header of many blanks is rejected quickly', async () => {
    const client = rest(world.app, { authorization: `Token${' '.repeat(5000)}x` })
    expect((await client.get('/api/auth/me')).status).toBe(401)
  })

  it.each([
    ['unknown', 'Token service_nothing', 401, 'invalid_token'],
    ['empty', 'Token', 401, 'invalid_token'],
    ['of another scheme', 'Bearer service_nothing', 200, undefined],
  ])('a token that is %s never falls back to the session', async (_, authorization, status, reason) => {
    const user = await world.createUser()
    const answer = await (await world.rest(user)).get('/api/auth/me', null, { authorization })
    expect([answer.status, answer.body.reason]).toEqual([status, reason])
  })

  it('A-42: stops working outside its addresses, when revoked, when expired and when its owner is locked', async () => {
    const user = await world.createUser()
    const client = await world.restWithToken(user)
    const change = (set: object) =>
      world.database.queries.updateTable('access_tokens').set(set).where('user_id', '=', user.id).execute()
    const readReason = async () => (await client.get('/api/auth/me')).body.reason
    await change({ allowed_ips: ['10.0.0.0/8'] })
    expect(await readReason()).toBe('ip_not_allowed')
    await change({ allowed_ips: null, expires_at: inDays(0) })
    expect(await readReason()).toBe('invalid_token')
    await change({ expires_at: inDays(1), revoked_at: new Date() })
    expect(await readReason()).toBe('invalid_token')
    await change({ revoked_at: null })
    expect(await readReason()).toBeUndefined()
    await world.database.queries
      .updateTable('users')
      .set({ locked_at: new Date(), lock_reason: 'admin' })
      .where('id', '=', user.id)
      .execute()
    expect(await readReason()).toBe('invalid_token')
  })
})
