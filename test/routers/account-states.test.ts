import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createLocalUser, readAudit, login, readMails, PASSWORD } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { createOwnWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nowhere' })
const timed = createOwnWorld({ LOCKOUT_UNLOCK_STRATEGY: 'time', LOCKOUT_NOTIFY_ADMINS: 'true' })
const mailed = createWorldUnder({ LOCKOUT_UNLOCK_STRATEGY: 'email' })
const unlocked = createWorldUnder({ LOCKOUT_ENABLED: 'false' })
const external = createOwnWorld({ LOCAL_LOGIN_ENABLED: 'false' })
const confirming = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })
const NEW = 'Quiet-Heron-88 sings'
const createInput = () => ({
  user: { name: 'New', email: `${unique('new')}@example.org`, password: NEW, password_confirmation: NEW },
})
const readUser = (targetWorld: World, { id }: { id: number }) =>
  targetWorld.database.queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const change = (targetWorld: World, { id }: User, set: object) =>
  targetWorld.database.queries.updateTable('users').set(set).where('id', '=', id).execute()
const failSignIns = async (targetWorld: World, { email }: User, times = 3) => {
  const statuses = []
  for (let time = 0; time < times; time += 1) statuses.push((await login(targetWorld, email, 'wrong')).status)
  return statuses
}
const readMail = async (targetWorld: World, { email }: { email: string }) =>
  (await readMails(targetWorld, email)).at(-1)
const findLink = (mail: Record<string, unknown> | undefined) =>
  /\/users\/\S+_token=\S+/.exec(String(mail?.['text']))?.[0] ?? ''

/** The rows of the account state table (rule A-13) that no other test covers, over HTTP. */
describe('an account', () => {
  it('A-30: cannot be registered or have its password reset if password sign-in is off', async () => {
    const anonymous = await external.rest()
    const registered = await anonymous.post('/users', createInput())
    expect([registered.status, registered.body.reason]).toEqual([403, 'local_login_disabled'])
    const reset = { reset_password_token: 'x', password: NEW, password_confirmation: NEW }
    const { status, body } = await anonymous.put('/users/password', { user: reset })
    expect([status, body.reason]).toEqual([403, 'local_login_disabled'])
  })

  it('is not signed in by confirming its address or by being unlocked', async () => {
    const input = createInput()
    await (await confirming.rest()).post('/users', input)
    const confirmed = await (await confirming.rest()).get(findLink(await readMail(confirming, input.user)))
    expect([confirmed.status, confirmed.headers.getSetCookie()]).toEqual([200, []])
    const user = await createLocalUser(world)
    await failSignIns(world, user)
    const opened = await (await world.rest()).get(findLink(await readMail(world, user)))
    expect([opened.status, opened.headers.getSetCookie()]).toEqual([200, []])
    expect(await readUser(world, user)).toMatchObject({ failed_attempts: 0, unlock_token_digest: null })
  })

  it('A-13: is confirmed by a password reset, because the reset proves the address', async () => {
    const user = await createLocalUser(confirming, { confirmedAt: null })
    const anonymous = await confirming.rest()
    await anonymous.post('/users/password', { user: { email: user.email } })
    const token = findLink(await readMail(confirming, user)).split('=')[1] ?? ''
    const chosen = { reset_password_token: token, password: NEW, password_confirmation: NEW }
    expect((await anonymous.put('/users/password', { user: chosen })).status).toBe(200)
    expect((await login(confirming, user.email, NEW)).status).toBe(200)
  })

  it('an unconfirmed account gets an audit entry when its correct password is rejected', async () => {
    const user = await createLocalUser(confirming, { confirmedAt: null })
    expect((await login(confirming, user.email)).body.reason).toBe('invalid_credentials')
    const [entry] = await readAudit(confirming, user.id, 'sign_in_refused')
    expect(entry?.changes).toMatchObject({ method: 'local', reason: 'account_unconfirmed' })
  })

  it('resets its failure count at the next sign-in', async () => {
    const user = await createLocalUser(world)
    for (let time = 0; time < 2; time += 1) {
      expect(await failSignIns(world, user, 2)).toEqual([401, 401])
      expect((await login(world, user.email)).status).toBe(200)
    }
    expect(await readUser(world, user)).toMatchObject({ failed_attempts: 0, sign_in_count: 2 })
  })

  it('is not locked by failures from before the window', async () => {
    const user = await createLocalUser(world)
    await failSignIns(world, user, 2)
    const before = new Date(Date.now() - 901_000)
    await change(world, user, { first_failed_at: before, last_failed_at: before })
    expect(await failSignIns(world, user)).toEqual([401, 401, 423])
  })

  it('A-24: unlocks after the configured time, unless only the mail unlocks it', async () => {
    for (const [targetWorld, end] of [
      [timed, 200],
      [mailed, 423],
    ] as const) {
      const user = await createLocalUser(targetWorld)
      await failSignIns(targetWorld, user)
      await change(targetWorld, user, { locked_at: new Date(Date.now() - 900_001) })
      expect((await login(targetWorld, user.email)).status).toBe(end)
    }
  })

  it('A-24: gets an unlock mail only if mail unlocks accounts, and administrators get a mail if configured', async () => {
    const admin = await timed.createSystemAdmin()
    const lock = { lockReason: 'admin' as const, lockedAt: new Date() }
    const lockedAdmin = await createLocalUser(timed, { admin: true, ...lock })
    const [first, second] = [await createLocalUser(timed), await createLocalUser(mailed)]
    await failSignIns(timed, first)
    await failSignIns(mailed, second)
    expect(await readMails(timed, first.email)).toEqual([])
    const [mail] = await readMails(timed, admin.email)
    expect(mail).toMatchObject({ subject: 'Account locked', text: expect.stringContaining(first.email) })
    expect(await readMails(timed, lockedAdmin.email)).toEqual([])
    expect(await readMail(mailed, second)).toMatchObject({ subject: 'Unlock instructions' })
    expect((await login(mailed, second.email)).headers.get('retry-after')).toBeNull()
  })

  it('A-24: is never locked if lockout is off, and cannot be unlocked by mail then', async () => {
    const user = await createLocalUser(unlocked)
    expect(await failSignIns(unlocked, user, 5)).toEqual([401, 401, 401, 401, 401])
    const anonymous = await unlocked.rest()
    expect((await anonymous.get('/users/unlock?unlock_token=x')).status).toBe(404)
    expect((await anonymous.post('/users/unlock', { user: { email: user.email } })).status).toBe(404)
    const admin = await unlocked.rest(await unlocked.createSystemAdmin())
    expect((await admin.post(`/users/${user.id}/lock`)).status).toBe(200)
    expect((await admin.get('/api/navigation')).body.locked_users).toEqual([])
    expect((await login(unlocked, user.email)).status).toBe(423)
  })

  it('A-13: gets no mail when an administrator locks it, and time does not unlock it', async () => {
    const user = await createLocalUser(world)
    const admin = await world.rest(await world.createSystemAdmin())
    await admin.post(`/users/${user.id}/lock`)
    await change(world, user, { locked_at: new Date(0) })
    expect((await login(world, user.email)).status).toBe(423)
    for (const path of ['/users/unlock', '/users/password']) {
      expect((await (await world.rest()).post(path, { user: { email: user.email } })).status).toBe(200)
    }
    expect(await readMails(world, user.email)).toEqual([])
    expect((await admin.post(`/users/${user.id}/generate_reset_link`)).body.reason).toBe('user.locked')
  })

  it('A-27: gets no reset link of an administrator while it is locked or has no password, and the error says why', async () => {
    const admin = await world.rest(await world.createSystemAdmin())
    const locked = await createLocalUser(world, { lockedAt: new Date(), lockReason: 'admin' })
    const external = await createLocalUser(world, { provider: 'oidc', uid: 'ext-27' })
    const create = (user: { id: number }) => admin.post(`/users/${user.id}/generate_reset_link`)
    expect((await create(locked)).body.reason).toBe('user.locked')
    expect((await create(external)).body.reason).toBe('user.no_local_password')
    for (const { id, email } of [locked, external]) {
      expect((await admin.post(`/users/${id}/send_password_reset`)).status).toBe(200)
      expect(await readMails(world, email)).toEqual([])
    }
  })

  it('the only administrator cannot lose that right, and the title of the error says so', async () => {
    const admin = await external.createSystemAdmin()
    const client = await external.rest(admin)
    const { status, body } = await client.patch(`/users/${admin.id}`, { user: { admin: false } })
    expect([status, body.reason]).toEqual([422, 'user.last_admin'])
    expect(body.toast.title).toBe('Administrator right cannot be removed')
    expect(await readUser(external, admin)).toMatchObject({ admin: true })
  })
})

describe('deleting an account', () => {
  it('deletes the person’s memberships and sessions, but not the texts that they wrote', async () => {
    const project = await world.createProject()
    const user = await createLocalUser(world)
    await world.createMember(project, 'admin')
    await world.join(user, project, 'author')
    const rule = await world.createRule(await world.createComponent(project))
    const review = await world.createReview(rule, user, { triageSetById: user.id, triageStatus: 'concur' })
    await world.restWithToken(user)
    await world.rest(user)
    const reader = world.database.queries
    const owner = { user_id: user.id }
    await reader
      .insertInto('reactions')
      .values({ ...owner, review_id: review.id, kind: 'up' })
      .execute()
    await reader
      .insertInto('identities')
      .values({ ...owner, provider: 'oidc', uid: unique('uid') })
      .execute()
    const other = await world.createProject({ visibility: 'discoverable' })
    await reader
      .insertInto('project_access_requests')
      .values({ ...owner, project_id: other.id })
      .execute()
    const admin = await world.rest(await world.createSystemAdmin())
    expect((await admin.delete(`/users/${user.id}`)).status).toBe(200)
    const tables = ['memberships', 'access_tokens', 'sessions', 'reactions', 'identities'] as const
    for (const table of [...tables, 'project_access_requests' as const]) {
      const rows = await reader.selectFrom(table).select('id').where('user_id', '=', user.id).execute()
      expect(rows, table).toEqual([])
    }
    const reviewRow = await reader
      .selectFrom('reviews')
      .selectAll()
      .where('id', '=', review.id)
      .executeTakeFirst()
    expect(reviewRow).toMatchObject({
      user_id: null,
      commenter_imported_name: user.name,
      triage_set_by_id: null,
      triage_set_by_imported_name: user.name,
    })
    expect(await readMail(world, user)).toMatchObject({ subject: 'Account deleted' })
  })

  it('deleting one’s own account answers 423 while the account is locked, whatever the password', async () => {
    const user = await createLocalUser(world, { lockedAt: new Date(), lockReason: 'failed_attempts' })
    const client = await world.rest(user)
    const { status, body } = await client.delete('/users', { user: { current_password: PASSWORD } })
    expect([status, body.reason, body.toast.variant]).toEqual([423, 'account_locked', 'danger'])
  })
})
