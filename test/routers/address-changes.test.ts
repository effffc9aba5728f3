import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { refreshContact } from '../../src/auth/access/contacts.ts'
import {
  createLocalUser,
  readAudit,
  readCookie,
  login,
  readMails,
  PASSWORD,
  clientWithSession,
} from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { rest } from '../support/rest.ts'
import { createWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorld()
const confirming = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })
const newAddress = () => `${unique('moved')}@example.org`
const readUser = (targetWorld: World, { id }: User) =>
  targetWorld.database.queries.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const findLink = (mail: Record<string, unknown> | undefined) =>
  /\/users\/\S+_token=\S+/.exec(String(mail?.['text']))?.[0] ?? ''
const readSubjects = async (targetWorld: World, email: string) =>
  (await readMails(targetWorld, email)).map((mail) => String(mail['subject']))
const updateByAdmin = async (targetWorld: World, user: User, values: object) =>
  (await targetWorld.rest(await targetWorld.createSystemAdmin())).patch(`/users/${user.id}`, { user: values })
const endReasons = (targetWorld: World, { id }: User) =>
  targetWorld.database.queries.selectFrom('sessions').select('end_reason').where('user_id', '=', id).execute()

describe('an address changed by an administrator', () => {
  it('A-16: takes effect at once, and ends the sessions and remembered browsers of its owner', async () => {
    const user = await createLocalUser(world)
    const email = newAddress()
    const { headers } = await login(world, user.email, PASSWORD, { remember_me: true })
    const remembered = rest(world.app, {
      cookie: `remember_user_token=${readCookie(headers, 'remember_user_token')}`,
    })
    const token = await world.restWithToken(user)
    expect((await updateByAdmin(world, user, { email: ` ${email.toUpperCase()} ` })).body.user.email).toBe(
      email,
    )
    const { body } = await clientWithSession(world, headers).get('/api/auth/me')
    expect(body.reason).toBe('not_authenticated')
    expect((await remembered.get('/api/auth/me')).status).toBe(401)
    expect(await endReasons(world, user)).toEqual([{ end_reason: 'admin' }])
    expect((await token.get('/api/auth/me')).body.email).toBe(email)
    expect((await login(world, email)).status).toBe(200)
    expect((await login(world, user.email)).status).toBe(401)
  })

  it('A-16: is mailed to both addresses and recorded in the audit log', async () => {
    const user = await world.createUser()
    const email = newAddress()
    await updateByAdmin(world, user, { email })
    for (const address of [user.email, email]) {
      const mails = await readMails(world, address)
      expect(mails).toMatchObject([{ subject: 'Email changed', text: expect.stringContaining(email) }])
    }
    const entries = await readAudit(world, user.id, 'update')
    expect(entries.map(({ changes }) => changes)).toContainEqual({ email: [user.email, email] })
  })

  it('A-16: invalidates all mailed tokens: resets, unlocks and pending addresses', async () => {
    const user = await createLocalUser(confirming)
    const anonymous = await confirming.rest()
    const { headers } = await login(confirming, user.email)
    const pending = newAddress()
    const input = { email: pending, current_password: PASSWORD }
    await clientWithSession(confirming, headers).put('/users', { user: input })
    const confirmation = findLink((await readMails(confirming, pending)).at(-1))
    for (let time = 0; time < 3; time += 1) await login(confirming, user.email, 'wrong')
    const unlock = findLink((await readMails(confirming, user.email)).at(-1))
    await anonymous.post('/users/password', { user: { email: user.email } })
    const reset = findLink((await readMails(confirming, user.email)).at(-1))
    expect((await anonymous.get(reset)).body.valid).toBe(true)
    const email = newAddress()
    await updateByAdmin(confirming, user, { email })
    for (const link of [confirmation, unlock, reset]) expect((await anonymous.get(link)).status).toBe(422)
    expect(await readUser(confirming, user)).toMatchObject({ email, unconfirmed_email: null })
  })

  it('needs no confirmation, but an unconfirmed account must confirm the new address', async () => {
    const [known, fresh] = [
      await createLocalUser(confirming),
      await createLocalUser(confirming, { confirmedAt: null }),
    ]
    const [first, second] = [newAddress(), newAddress()]
    await updateByAdmin(confirming, known, { email: first })
    await updateByAdmin(confirming, fresh, { email: second })
    expect(await readSubjects(confirming, first)).toEqual(['Email changed'])
    expect((await login(confirming, first)).status).toBe(200)
    const [mail] = await readMails(confirming, second)
    expect((await login(confirming, second)).status).toBe(401)
    expect((await (await confirming.rest()).get(findLink(mail))).status).toBe(200)
    expect((await login(confirming, second)).status).toBe(200)
  })

  it('ends no session if only the name changes or the address is the same', async () => {
    const user = await world.createUser()
    const client = await world.rest(user)
    await updateByAdmin(world, user, { name: 'Renamed', email: user.email.toUpperCase() })
    expect((await client.get('/api/auth/me')).body.name).toBe('Renamed')
    expect(await readMails(world, user.email)).toEqual([])
  })

  it('is rejected if it is in use or malformed, and nothing changes', async () => {
    const [user, other] = [await world.createUser(), await world.createUser()]
    const client = await world.rest(user)
    for (const email of [other.email.toUpperCase(), 'nobody', '', null]) {
      expect((await updateByAdmin(world, user, { email })).status).toBe(422)
    }
    expect((await client.get('/api/auth/me')).body.email).toBe(user.email)
  })

  it('an administrator changes their own address in the profile, with the password', async () => {
    const admin = await createLocalUser(world, { admin: true })
    const client = clientWithSession(world, (await login(world, admin.email)).headers)
    const { status, body } = await client.patch(`/users/${admin.id}`, { user: { email: newAddress() } })
    expect([status, body.reason]).toEqual([422, 'user.own_sign_in'])
    expect((await client.get('/api/auth/me')).body.email).toBe(admin.email)
  })
})

describe('an address changed by its owner', () => {
  it('A-16: ends the other sessions and invalidates the reset link sent to the old address', async () => {
    const user = await createLocalUser(world)
    const [workplace, otherSession] = [await login(world, user.email), await login(world, user.email)]
    await (await world.rest()).post('/users/password', { user: { email: user.email } })
    const reset = findLink((await readMails(world, user.email)).at(-1))
    const input = { email: newAddress(), current_password: PASSWORD }
    const { headers } = await clientWithSession(world, workplace.headers).put('/users', { user: input })
    expect((await clientWithSession(world, otherSession.headers).get('/api/auth/me')).status).toBe(401)
    expect((await clientWithSession(world, headers).get('/api/auth/me')).body.email).toBe(input.email)
    expect((await (await world.rest()).get(reset)).body.valid).toBe(false)
  })

  it('needs no password if only the letter case differs, and must not be in use', async () => {
    const [user, other] = [await createLocalUser(world), await world.createUser()]
    const client = await world.rest(user)
    expect((await client.put('/users', { user: { email: user.email.toUpperCase() } })).status).toBe(200)
    const input = { email: other.email, current_password: PASSWORD }
    expect((await client.put('/users', { user: input })).body.reason).toBe('user.email_taken')
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })

  it('A-16: ends the other sessions once it is confirmed, in any browser', async () => {
    const user = await createLocalUser(confirming)
    const [workplace, otherSession] = [
      await login(confirming, user.email),
      await login(confirming, user.email),
    ]
    const email = newAddress()
    const client = clientWithSession(confirming, workplace.headers)
    const { body } = await client.put('/users', { user: { email, current_password: PASSWORD } })
    expect(body.toast.message.join(' ')).toContain(email)
    expect((await clientWithSession(confirming, otherSession.headers).get('/api/auth/me')).status).toBe(200)
    const answer = await client.get(findLink((await readMails(confirming, email)).at(-1)))
    expect((await clientWithSession(confirming, otherSession.headers).get('/api/auth/me')).status).toBe(401)
    expect((await client.get('/api/auth/me')).status).toBe(401)
    const { headers } = answer
    expect((await clientWithSession(confirming, headers).get('/api/auth/me')).body.email).toBe(email)
  })
})

describe('the contact of projects and components', () => {
  it('A-59: follows the name and address of the admin, no matter who changes them', async () => {
    const project = await world.createProject()
    const component = await world.createComponent(project)
    const user = await createLocalUser(world)
    await world.join(user, project, 'admin')
    await world.join(user, component, 'admin')
    for (const target of [
      { type: 'Project' as const, id: project.id },
      { type: 'Component' as const, id: component.id },
    ]) {
      await refreshContact(world.database.queries, target, ['admin'])
    }
    const readContacts = () =>
      Promise.all(
        (['projects', 'components'] as const).map((table) =>
          world.database.queries
            .selectFrom(table)
            .select(['admin_name', 'admin_email', 'lock_version'])
            .where('id', '=', table === 'projects' ? project.id : component.id)
            .executeTakeFirst(),
        ),
      )
    const email = newAddress()
    await updateByAdmin(world, user, { email })
    const after = { admin_name: user.name, admin_email: email, lock_version: 1 }
    expect(await readContacts()).toEqual([after, after])
    await (await world.rest(user)).patch('/users', { user: { name: 'Another Name' } })
    const renamed = { ...after, admin_name: 'Another Name' }
    expect(await readContacts()).toEqual([renamed, renamed])
  })
})
