import { describe, expect, it } from 'vitest'
import { createLocalUser, readCookie, login, PASSWORD, clientWithSession } from '../support/accounts.ts'
import { rest } from '../support/rest.ts'
import { createWorldUnder } from '../support/world.ts'

const single = createWorldUnder({ SESSION_MAX_CONCURRENT: '1' })
const pair = createWorldUnder({ SESSION_MAX_CONCURRENT: '2' })
const unlimited = createWorldUnder({ SESSION_MAX_CONCURRENT: '1', SESSION_LIMIT_ENABLED: 'false' })
const short = createWorldUnder({
  SERVICE_NAME: 'rules',
  SESSION_IDLE_TIMEOUT: '30s',
  SESSION_ABSOLUTE_TIMEOUT: '10m',
  SESSION_REMEMBER_ME_ENABLED: 'false',
  PASSWORD_RESET_TTL: '1m',
  API_TOKENS_MAX_PER_USER: '1',
  API_TOKENS_MAX_LIFETIME_DAYS: '7',
})
const rememberWorld = createWorldUnder({ SESSION_REMEMBER_ME_DURATION: '2h' })
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const readSessions = (world: typeof short, userId: number) =>
  world.database.queries.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute()

/** The settings of rule A-72 that affect accounts, sessions and tokens. */
describe('account settings', () => {
  it('A-33: a new session replaces the oldest one or none, as the setting says', async () => {
    for (const [world, status] of [
      [single, 401],
      [unlimited, 200],
    ] as const) {
      const user = await createLocalUser(world)
      const [first, second] = [await login(world, user.email), await login(world, user.email)]
      expect((await clientWithSession(world, first.headers).get('/api/auth/me')).status).toBe(status)
      expect((await clientWithSession(world, second.headers).get('/api/auth/me')).status).toBe(200)
    }
  })

  it('A-33: a new session replaces the least recently used one, even if all were used just now', async () => {
    const user = await createLocalUser(pair)
    const createSignedIn = async () => clientWithSession(pair, (await login(pair, user.email)).headers)
    const [first, second] = [await createSignedIn(), await createSignedIn()]
    expect((await first.get('/api/auth/me')).status).toBe(200)
    const third = await createSignedIn()
    const statuses = []
    for (const client of [first, second, third]) statuses.push((await client.get('/api/auth/me')).status)
    expect(statuses).toEqual([200, 401, 200])
  })

  it('A-32: sessions time out after seconds, and every use within them counts', async () => {
    const user = await createLocalUser(short)
    const client = await short.rest(user)
    const setLastSeen = (date: Date) =>
      short.database.queries
        .updateTable('sessions')
        .set({ last_seen_at: date })
        .where('user_id', '=', user.id)
    await setLastSeen(secondsAgo(25)).execute()
    expect((await client.get('/api/auth/me')).status).toBe(200)
    await setLastSeen(secondsAgo(31)).execute()
    const { body } = await client.get('/api/auth/me')
    expect(body.reason).toBe('session_timed_out')
    const [session] = await readSessions(short, user.id)
    const end = Date.parse(session?.absolute_expires_at ?? '') - Date.parse(session?.created_at ?? '')
    expect([session?.end_reason, Math.round(end / 60_000)]).toEqual(['idle', 10])
  })

  it.each([
    ['once a minute', rememberWorld, 50, 70],
    ['after a tenth of it', short, 1, 4],
  ])('E-24: using a session extends its idle time at most %s', async (_, world, recently, before) => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const moveTime = async (date: Date) => {
      const update = world.database.queries.updateTable('sessions').set({ last_seen_at: date })
      await update.where('user_id', '=', user.id).execute()
      await client.get('/api/auth/me')
      return Date.parse((await readSessions(world, user.id))[0]?.last_seen_at ?? '') > date.getTime()
    }
    expect([await moveTime(secondsAgo(recently)), await moveTime(secondsAgo(before))]).toEqual([false, true])
  })

  it('users are remembered for the configured time, or never', async () => {
    const [user, other] = [await createLocalUser(short), await createLocalUser(rememberWorld)]
    const forgotten = await login(short, user.email, PASSWORD, { remember_me: true })
    expect(readCookie(forgotten.headers, 'remember_user_token')).toBeUndefined()
    const remembered = await login(rememberWorld, other.email, PASSWORD, { remember_me: true })
    const line = remembered.headers.getSetCookie().find((cookie) => cookie.startsWith('remember_user_token='))
    expect(line).toMatch(/Max-Age=7200; .*HttpOnly/)
    const cookie = `remember_user_token=${readCookie(remembered.headers, 'remember_user_token')}`
    expect((await rest(rememberWorld.app, { cookie }).get('/api/auth/me')).status).toBe(200)
    expect((await rest(short.app, { cookie }).get('/api/auth/me')).status).toBe(401)
  })

  it('settings shorten reset links, limit tokens and their lifetime, and name the service', async () => {
    const user = await createLocalUser(short)
    const { headers } = await login(short, user.email)
    expect(headers.get('set-cookie')).toMatch(/^_rules_session=/)
    const client = clientWithSession(short, headers)
    const create = (input: object) =>
      client.post('/personal_access_tokens', {
        personal_access_token: { name: 'CI', scopes: ['read'], current_password: PASSWORD, ...input },
      })
    const late = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
    expect((await create({ expires_at: late })).body.reason).toBe('token.expiry')
    const { body } = await create({})
    expect(body.token).toMatch(/^rules_/)
    expect(body.personal_access_token.token_prefix).toMatch(/^rules_.{4}$/)
    expect((await create({})).body.reason).toBe('token.quota')
    const admin = await short.rest(await short.createSystemAdmin())
    const { reset_url: link } = (await admin.post(`/users/${user.id}/generate_reset_link`)).body
    const { pathname, search } = new URL(link)
    expect(pathname).toBe('/app/users/password/edit')
    const check = async () => (await (await short.rest()).get(`/users/password/edit${search}`)).body.valid
    expect(await check()).toBe(true)
    const sent = { reset_password_sent_at: secondsAgo(60) }
    await short.database.queries.updateTable('users').set(sent).where('id', '=', user.id).execute()
    expect(await check()).toBe(false)
  })
})
