import { describe, expect, it } from 'vitest'
import type { User } from '../../entities/user.ts'
import { createLocalUser, readCookie, readMails, PASSWORD } from '../support/accounts.ts'
import { createEmail } from '../support/factories.ts'
import { maskNumbers, recordStatements } from '../support/statements.ts'
import { createOwnWorld, createWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorld()
const confirming = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })
const limited = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_USER_SEARCH: '3/60s' })

const LOCK = { lockedAt: new Date(), lockReason: 'admin' as const }
const UNKNOWN = 2_147_483_000

const createAdmin = async (targetWorld: World) => {
  const project = await targetWorld.createProject()
  return { project, client: await targetWorld.rest(await targetWorld.createMember(project, 'admin')) }
}
const toMembership = (project: { id: number }, id: number) => ({
  membership: { user_id: id, membership_type: 'Project', membership_id: project.id },
})

describe('adding a member by id', () => {
  it('A-10: is rejected the same way for accounts that the user search hides and for unknown ids', async () => {
    for (const targetWorld of [world, confirming]) {
      const { project, client } = await createAdmin(targetWorld)
      const hidden: User[] = [await targetWorld.createUser(LOCK)]
      if (targetWorld === confirming) hidden.push(await targetWorld.createUser({ confirmedAt: null }))
      const unknown = await client.post('/memberships', toMembership(project, UNKNOWN))
      expect([unknown.status, unknown.body.reason]).toEqual([422, 'membership.unknown_user'])
      for (const user of hidden) {
        const query = `membership_type=Project&membership_id=${project.id}&q=${user.name.slice(-8)}`
        expect((await client.get(`/api/users/search?${query}`)).body.users).toEqual([])
        const answer = await client.post('/memberships', toMembership(project, user.id))
        expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text])
      }
      expect(
        (await client.post('/memberships', toMembership(project, (await targetWorld.createUser()).id)))
          .status,
      ).toBe(200)
    }
  })

  it('A-10: runs the same statements for hidden accounts and unknown ids', async () => {
    const { project, client } = await createAdmin(world)
    const locked = await world.createUser(LOCK)
    const sent = []
    for (const id of [UNKNOWN, locked.id, UNKNOWN, locked.id]) {
      const { statements } = await recordStatements(() =>
        client.post('/memberships', toMembership(project, id)),
      )
      sent.push(maskNumbers(statements))
    }
    expect(sent[3]).toEqual(sent[2])
  })

  it('A-10: accepts accounts that failed sign-ins have locked', async () => {
    const { project, client } = await createAdmin(world)
    const user = await world.createUser({ lockedAt: new Date(), lockReason: 'failed_attempts' })
    expect((await client.post('/memberships', toMembership(project, user.id))).status).toBe(200)
  })

  it('A-10: counts against the limit of the user search', async () => {
    const { project, client } = await createAdmin(limited)
    const query = `membership_type=Project&membership_id=${project.id}&q=nobody`
    const statuses = [(await client.get(`/api/users/search?${query}`)).status]
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await client.post('/memberships', toMembership(project, UNKNOWN + time))).status)
    }
    expect(statuses).toEqual([200, 422, 422, 429])
    expect((await client.get(`/api/users/search?${query}`)).status).toBe(429)
  })
})

describe('an address that belongs to another account', () => {
  const toRegistration = (email: string) => ({
    user: { name: 'Robin', email, password: PASSWORD, password_confirmation: PASSWORD },
  })

  it('A-11: is not revealed by a registration with mail confirmation; its owner gets a mail', async () => {
    const client = await confirming.rest()
    const answers = []
    for (const email of [(await createLocalUser(confirming)).email, createEmail()]) {
      const { status, body, headers } = await client.post('/users', toRegistration(email))
      expect(body.user).toEqual({ ...body.user, name: 'Robin', email, admin: false, provider: null })
      expect(body.user.id).toBeGreaterThan(0)
      answers.push({ status, toast: body.toast, cookie: readCookie(headers, '_service_session') })
      expect(await readMails(confirming, email)).toHaveLength(1)
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.status).toBe(201)
  })

  it('A-11: leaves the existing account unchanged', async () => {
    const { id, email } = await createLocalUser(confirming)
    await (await confirming.rest()).post('/users', toRegistration(email))
    const rows = await confirming.database.queries
      .selectFrom('users')
      .select(['id', 'name'])
      .where('email', '=', email)
      .execute()
    expect(rows).toEqual([{ id, name: expect.not.stringMatching('Robin') }])
    const [mail] = await readMails(confirming, email)
    expect(mail?.['subject']).toBe('You already have an account')
    expect(mail?.['text']).not.toContain('confirmation_token')
    expect(mail?.['text']).not.toContain('Robin')
  })

  it('A-11: is not revealed by a change of address with mail confirmation', async () => {
    const usedEmail = (await createLocalUser(confirming)).email
    const answers = []
    for (const email of [usedEmail, createEmail()]) {
      const user = await createLocalUser(confirming)
      const client = await confirming.rest(user)
      const input = { user: { email, current_password: PASSWORD } }
      const { status, text } = await client.put('/users', input)
      answers.push([
        status,
        text.replace(email, '').replace(user.name, '').replace(user.email, '').replace(`"id":${user.id}`, ''),
      ])
      expect(await readMails(confirming, email)).toHaveLength(1)
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await readMails(confirming, usedEmail))[0]?.['text']).not.toContain('confirmation_token')
  })
})

describe('the list of admins in a denial', () => {
  const readAdmins = async (client: Awaited<ReturnType<World['rest']>>, path: string, body: object) => {
    const answer = await client.send('PATCH', path, { ...body })
    expect(answer.status).toBe(403)
    return answer.body.admins
  }

  it('A-7, A-10: names all admins to members, the published contact to others, and no one for a hidden project', async () => {
    const change = { project: { name: 'X' } }
    const project = await world.createProject({ visibility: 'discoverable' })
    const system = await world.rest(await world.createSystemAdmin())
    const [first, second] = [await world.createUser(), await world.createUser()]
    for (const { id } of [first, second]) {
      const { membership } = toMembership(project, id)
      await system.post('/memberships', { membership: { ...membership, role: 'admin' } })
    }
    const viewer = await world.rest(await world.createMember(project, 'viewer'))
    const nonMember = await world.rest(await world.createUser())
    const path = `/projects/${project.id}`
    const toNames = ({ name, email }: User) => ({ name, email })
    expect(await readAdmins(viewer, path, change)).toHaveLength(2)
    expect(await readAdmins(nonMember, path, change)).toEqual([toNames(first)])

    const hidden = await world.createProject()
    await world.createMember(hidden, 'admin')
    const component = await world.createComponent(hidden)
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', component.id)
      .execute()
    const released = `/components/${component.id}`
    expect(await readAdmins(nonMember, released, { component: { name: 'X' } })).toEqual([])
    const member = await world.rest(await world.createMember(hidden, 'viewer'))
    expect(await readAdmins(member, released, { component: { name: 'X' } })).toHaveLength(1)
  })
})
