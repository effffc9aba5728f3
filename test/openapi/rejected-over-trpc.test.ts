import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { rest, type Rest } from '../support/rest.ts'
import { createWorldUnder } from '../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nowhere' })
const external = createWorldUnder({ LOCAL_LOGIN_ENABLED: 'false', REGISTRATION_ENABLED: 'false' })
const query = (path: string, input: unknown) =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`

type Case = [
  string,
  (person: User) => Promise<{ client: Rest; path: string; input?: object }>,
  number,
  string,
]
const callAnonymously = (path: string, input: object) => async () => ({
  client: await world.rest(),
  path,
  input,
})
const createQuery = (path: string, input: object) => async (person: User) => ({
  client: await world.rest(person),
  path,
  input,
})
const locked = { lockedAt: new Date(), lockReason: 'failed_attempts' as const }

const CASES: Case[] = [
  [
    'nobody signed in',
    async () => ({ client: await world.rest(), path: '/trpc/sessions.me' }),
    401,
    'not_authenticated',
  ],
  [
    'a token that is none',
    async () => ({
      client: rest(world.app, { authorization: 'Token service_x' }),
      path: '/trpc/sessions.me',
    }),
    401,
    'invalid_token',
  ],
  [
    'a failed sign-in',
    callAnonymously('sessions.login', { email: 'a@b', password: 'x' }),
    401,
    'invalid_credentials',
  ],
  ['a sign-in without a password', callAnonymously('sessions.login', {}), 401, 'invalid_credentials'],
  [
    'a sign-in with a wrong type',
    callAnonymously('sessions.login', { email: 5, password: 'x' }),
    422,
    'validation',
  ],
  [
    'a sign-in to a locked account',
    async () => {
      const { email } = await createLocalUser(world, locked)
      return { client: await world.rest(), path: 'sessions.login', input: { email, password: PASSWORD } }
    },
    423,
    'account_locked',
  ],
  [
    'a sign-in where passwords are no way in',
    async () => ({
      client: await external.rest(),
      path: 'sessions.login',
      input: { email: 'a@b', password: 'x' },
    }),
    403,
    'local_login_disabled',
  ],
  ['administration by anybody', createQuery('users.adminCreate', {}), 403, 'permission_denied'],
  ['an unknown user', createQuery('users.lock', { userId: 2_147_483_647 }), 403, 'permission_denied'],
  [
    'an unknown user, by an administrator',
    async () => ({
      client: await world.rest(await world.createSystemAdmin()),
      path: 'users.lock',
      input: { userId: 2_147_483_647 },
    }),
    404,
    'not_found',
  ],
  ['an absent wrapper', createQuery('account.update', {}), 400, 'parameter_missing'],
  [
    'a new address without the password',
    createQuery('account.update', { user: { email: 'x@y' } }),
    422,
    'user.current_password_missing',
  ],
  [
    'a blank address',
    callAnonymously('passwords.request', { user: { email: ' ' } }),
    422,
    'account.blank_email',
  ],
  [
    'a used reset token',
    callAnonymously('passwords.reset', { user: { reset_password_token: 'x', password: 'y' } }),
    422,
    'password.invalid_token',
  ],
  [
    'token management by a token',
    async (person) => ({ client: await world.restWithToken(person), path: '/trpc/tokens.list' }),
    403,
    'session_authentication_required',
  ],
  [
    'a write by a token that reads',
    async (person) => ({
      client: await world.restWithToken(person, ['read']),
      path: 'projects.create',
      input: { project: { name: 'x' } },
    }),
    403,
    'insufficient_token_scope',
  ],
  [
    'a wrong password at the creation of a token',
    createQuery('tokens.create', {
      personal_access_token: { name: 'x', scopes: ['read'], current_password: 'wrong' },
    }),
    422,
    'incorrect_password',
  ],
  [
    'a search in a project that is not there',
    async (person) => ({
      client: await world.rest(person),
      path: query('users.search', { q: 'ab', membership_type: 'Project', membership_id: 2_147_483_647 }),
    }),
    404,
    'not_found',
  ],
]

describe('a tRPC client is rejected by the same rules as REST', () => {
  it.each(CASES)(
    'a tRPC client is rejected by the same rules as REST for %s',
    async (_, make, status, reason) => {
      const { client, path, input } = await make(await createLocalUser(world))
      const answer = input ? await client.post(`/trpc/${path}`, { ...input }) : await client.get(path)
      expect(answer.body.error.data).toMatchObject({ httpStatus: status, reason })
    },
  )

  it('a tRPC client gets its cookie from a successful sign-in', async () => {
    const { id, email } = await createLocalUser(world)
    const { headers, body } = await (
      await world.rest()
    ).post('/trpc/sessions.login', { email, password: PASSWORD })
    expect(body.result.data.id).toBe(id)
    expect(headers.get('set-cookie')).toMatch(/^_service_session=[^;]{43};/)
    const reader = world.database.queries
    const auditLog = reader.selectFrom('audit_entries').select('action').where('affected_user_id', '=', id)
    expect(await auditLog.execute()).toContainEqual({ action: 'sign_in' })
  })
})

describe('an operation that returns a file or a stream', () => {
  it('is unknown over /trpc as a single call and in a batch, and still works over REST', async () => {
    const admin = await world.rest(await world.createUser({ admin: true }))
    const { id: projectId } = await world.createProject()
    for (const path of [
      query('audits.export', { type: 'csv' }),
      query('events.projectStream', { projectId }),
    ]) {
      const { status, body } = await admin.get(path)
      expect([status, body.error.data.reason]).toEqual([404, 'not_found'])
    }
    const both = await admin.get(`${query('audits.export,system.version', { 0: { type: 'csv' } })}&batch=1`)
    expect(both.body[0].error.data.reason).toBe('not_found')
    expect(both.body[1].result.data.version).toBeTruthy()
    expect((await admin.get('/api/audits/export/csv')).status).toBe(200)
  })
})
