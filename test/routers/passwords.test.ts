import { describe, expect, it } from 'vitest'
import { createLocalUser, readAudit, login, readMails, clientWithSession } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createOwnWorld, createWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorld()
const timed = createWorldUnder({ LOCKOUT_UNLOCK_STRATEGY: 'time' })
const limited = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MAIL: '2/365d' })
const NEW = 'Quiet-Heron-88 sings'
const requestMail = async (targetWorld: World, path: string, email: unknown) =>
  (await targetWorld.rest()).post(path, { user: { email } })

async function resetToken(email: string): Promise<string> {
  await requestMail(world, '/users/password', email)
  const mail = (await readMails(world, email)).at(-1)
  return /reset_password_token=(\S+)/.exec(String(mail?.['text']))?.[1] ?? ''
}
const reset = async (token: string, values: object = {}) =>
  (await world.rest()).put('/users/password', {
    user: { reset_password_token: token, password: NEW, password_confirmation: NEW, ...values },
  })
const check = async (token: string) =>
  (await world.rest()).get(`/users/password/edit?reset_password_token=${token}`)

describe('requesting a mail', () => {
  it.each(['/users/password', '/users/confirmation', '/users/unlock'])(
    'A-11: at %s answers the same for every address',
    async (path) => {
      const user = await createLocalUser(world)
      const [known, unknown] = [
        await requestMail(world, path, user.email),
        await requestMail(world, path, `${unique('nobody')}@example.org`),
      ]
      expect(known.status).toBe(200)
      expect(known.text).toBe(unknown.text)
      for (const blank of ['', ' ', undefined]) {
        expect((await requestMail(world, path, blank)).status).toBe(422)
      }
      expect((await (await world.rest()).post(path, {})).status).toBe(400)
      expect((await requestMail(world, path, ['a'])).status).toBe(422)
    },
  )

  it('is limited by address and by email', async () => {
    const email = `${unique('nobody')}@example.org`
    const statuses = []
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await requestMail(limited, '/users/password', email)).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  it('sends nothing to accounts without a local password', async () => {
    const user = await createLocalUser(world, { provider: 'oidc', uid: unique('uid') })
    await requestMail(world, '/users/password', user.email)
    expect(await readMails(world, user.email)).toEqual([])
  })
})

describe('a reset token', () => {
  it('sets the password once, signs in and ends all other sessions', async () => {
    const user = await createLocalUser(world)
    const before = await login(world, user.email)
    const token = await resetToken(user.email)
    expect((await check(token)).body).toEqual({ valid: true, minimum_password_length: 15 })
    const { status, headers } = await reset(token)
    expect(status).toBe(200)
    expect((await clientWithSession(world, headers).get('/api/auth/me')).body.id).toBe(user.id)
    expect((await clientWithSession(world, before.headers).get('/api/auth/me')).status).toBe(401)
    expect((await login(world, user.email, NEW)).status).toBe(200)
    expect((await reset(token)).body.reason).toBe('password.invalid_token')
    expect(await readAudit(world, user.id, 'password_reset')).toHaveLength(1)
    expect((await readMails(world, user.email)).at(-1)).toMatchObject({ subject: 'Password changed' })
  })

  it.each(['', 'unknown'])('E-11: a reset token "%s" is rejected as invalid', async (token) => {
    const { status, body } = await check(token)
    expect(status).toBe(422)
    expect(body).toEqual({ valid: false, error: expect.any(String), reason: 'password.invalid_token' })
    expect((await reset(token)).body.toast.variant).toBe('danger')
  })

  it('E-11: a missing reset token is rejected as invalid', async () => {
    expect((await (await world.rest()).get('/users/password/edit')).body.valid).toBe(false)
  })

  it('A-28: is invalidated by the next one, after two hours, and by an administrator’s lock', async () => {
    const user = await createLocalUser(world)
    const [old, token] = [await resetToken(user.email), await resetToken(user.email)]
    expect((await check(old)).status).toBe(422)
    expect((await check(token)).status).toBe(200)
    const change = (set: object) =>
      world.database.queries.updateTable('users').set(set).where('id', '=', user.id).execute()
    await change({ reset_password_sent_at: new Date(Date.now() - 7_200_000) })
    expect((await check(token)).status).toBe(422)
    const again = await resetToken(user.email)
    const admin = await world.rest(await world.createSystemAdmin())
    await admin.post(`/users/${user.id}/lock`)
    expect((await reset(again)).status).toBe(422)
    const mails = (await readMails(world, user.email)).length
    await requestMail(world, '/users/password', user.email)
    expect(await readMails(world, user.email)).toHaveLength(mails)
  })

  it.each([
    [{ password: 'short', password_confirmation: 'short' }, ['password']],
    [{ password_confirmation: 'other' }, ['password_confirmation']],
    [{ password: undefined }, ['password', 'password_confirmation']],
  ])('remains valid after %j', async (values, fields) => {
    const user = await createLocalUser(world)
    const token = await resetToken(user.email)
    const { status, body } = await reset(token, values)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(fields)
    expect((await check(token)).status).toBe(200)
  })

  it('lifts a failure lock', async () => {
    const user = await createLocalUser(world)
    for (let time = 0; time < 3; time += 1) await login(world, user.email, 'wrong')
    expect((await reset(await resetToken(user.email))).status).toBe(200)
    expect((await login(world, user.email, NEW)).status).toBe(200)
  })
})

describe('an unlock link', () => {
  const createLockedUser = async () => {
    const user = await createLocalUser(world)
    for (let time = 0; time < 3; time += 1) await login(world, user.email, 'wrong')
    const mail = (await readMails(world, user.email)).at(-1)
    return { user, path: /\/users\/unlock\?\S+/.exec(String(mail?.['text']))?.[0] ?? '' }
  }

  it('A-24: lifts a failure lock once', async () => {
    const { user, path } = await createLockedUser()
    const anonymous = await world.rest()
    expect((await anonymous.get(path)).status).toBe(200)
    expect((await login(world, user.email)).status).toBe(200)
    expect((await anonymous.get(path)).status).toBe(422)
  })

  it('A-23: does not lift an administrator’s lock', async () => {
    const { user, path } = await createLockedUser()
    const admin = await world.rest(await world.createSystemAdmin())
    await admin.post(`/users/${user.id}/lock`)
    expect((await (await world.rest()).get(path)).status).toBe(422)
    expect((await login(world, user.email)).status).toBe(423)
  })

  it('A-24: does not exist if only time unlocks accounts', async () => {
    const anonymous = await timed.rest()
    expect((await anonymous.get('/users/unlock?unlock_token=x')).status).toBe(404)
    expect((await requestMail(timed, '/users/unlock', 'a@b')).status).toBe(404)
  })
})
