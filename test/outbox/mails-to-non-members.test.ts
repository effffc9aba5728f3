import { describe, expect, it } from 'vitest'
import { toSenderName } from '../../src/outbox/names.ts'
import { createLocalUser, login, readMails, PASSWORD } from '../support/accounts.ts'
import { createEmail, unique } from '../support/factories.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld({ RATE_LIMIT_ENABLED: 'true' })

const EVIL = 'evil.example'
const readTexts = async (email: string) => JSON.stringify(await readMails(world, email))

describe('the name of a sender', () => {
  it.each([
    ['Ann Archer', 'Ann Archer'],
    ['Dr. J.R. Smith', 'Dr. J.R. Smith'],
    ['Win at https://evil.example/now', 'Win at https evil example now'],
    ['mail me@evil.example', 'mail me evil example'],
    ['go to evil.example', 'go to evil example'],
    ['see 192.0.2.7', 'see 192 0 2 7'],
    ['[click](evil.example)', 'click evil example'],
    ['Bob\r\nBcc: all', 'Bob Bcc all'],
    ['evil\u200b.example', 'evil example'],
    ['...', '...'],
    ['<@>', 'Someone'],
  ])('A-94: %j becomes %j', (name, cleaned) => {
    expect(toSenderName(name)).toBe(cleaned)
  })

  it('A-94: has at most 60 characters', () => {
    expect(Array.from(toSenderName('n'.repeat(300)))).toHaveLength(61)
  })
})

describe('mail to a person outside of the project', () => {
  it('A-94: contains for a new member the name of the sender and no other text of theirs', async () => {
    const project = await world.createProject({ name: `Free money at ${EVIL}` })
    const admin = await world.createUser({ name: `Visit www.${EVIL}` })
    await world.join(admin, project, 'admin')
    const client = await world.rest(admin)
    const victim = await world.createUser()
    const membership = { user_id: victim.id, membership_type: 'Project', membership_id: project.id }
    const { body } = await client.post('/memberships', { membership })
    await client.put(`/memberships/${body.membership.id}`, { membership: { role: 'author' } })
    await client.delete(`/memberships/${body.membership.id}`)
    const mails = await readMails(world, victim.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Visit www evil example added you to a project',
      'Visit www evil example changed your role on a project',
      'Visit www evil example removed you from a project',
    ])
    expect(JSON.stringify(mails)).not.toContain(EVIL)
    expect(JSON.stringify(mails)).not.toContain('Free money')
  })

  it('A-94: omits the old address when a new address becomes that of an account', async () => {
    const user = await createLocalUser(world, { emailVerifiedAt: null, email: `${unique('buy')}@${EVIL}` })
    const victim = createEmail()
    const input = { user: { email: victim, current_password: PASSWORD } }
    expect((await (await world.rest(user)).put('/users', input)).status).toBe(200)
    expect(await readMails(world, victim)).toHaveLength(1)
    expect(await readTexts(victim)).not.toContain(EVIL)
  })

  it('A-94: contains no names of tokens, clients or sign-ins if the address is unverified', async () => {
    const user = await createLocalUser(world, { emailVerifiedAt: null })
    await login(world, user.email)
    await (
      await world.rest()
    ).post('/api/auth/login', { email: user.email, password: PASSWORD }, { 'user-agent': `Buy at ${EVIL}` })
    const client = await world.rest(user)
    const input = { name: `Token of ${EVIL}`, scopes: ['read'], current_password: PASSWORD }
    expect((await client.post('/personal_access_tokens', { personal_access_token: input })).status).toBe(201)
    const password = 'Quiet-Heron-88 sings'
    const change = { current_password: PASSWORD, password, password_confirmation: password }
    expect((await client.put('/users', { user: change })).status).toBe(200)
    const subjects = (await readMails(world, user.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['New sign-in', 'Access token created', 'Password changed'])
    expect(await readTexts(user.email)).not.toContain(EVIL)
  })

  it('A-94: is limited to five an hour per account, for all addresses', async () => {
    const user = await createLocalUser(world, { emailVerifiedAt: null })
    const statuses = []
    for (let time = 0; time < 7; time += 1) {
      // A change gives the session another cookie.
      const client = await world.rest(user)
      const input = { user: { email: createEmail(), current_password: PASSWORD } }
      statuses.push((await client.patch('/users', input)).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})
