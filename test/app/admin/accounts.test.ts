import { describe, expect, it } from 'vitest'
import { Identity } from '../../../entities/identity.ts'
import { User } from '../../../entities/user.ts'
import { commands } from '../../../src/app/admin/commands.ts'
import { createServices } from '../../../src/app/create-services.ts'
import { readEnv } from '../../../src/config/env.ts'
import { createLocalUser, readAudit, login, readMails, PASSWORD } from '../../support/accounts.ts'
import { createWorldUnder } from '../../support/world.ts'

const world = createWorldUnder({ MAIL_DIR: '/nowhere', EMAIL_CONFIRMATION_ENABLED: 'true' })
const run = (command: string, ...args: string[]): Promise<string> => {
  const work = commands[command]?.prepare(args)
  return work ? work(world.services) : Promise.reject(new Error(`no command ${command}`))
}
const findPassword = (output: string) => /^ {2}password: (\S+)$/m.exec(output)?.[1] ?? ''
const readUser = (id: number) => world.database.orm.em.fork().findOneOrFail(User, { id })

describe('resetting a password at the command line', () => {
  it('E-22: prints a password that replaces the old one, ends sessions, and notifies owner and audit log', async () => {
    const user = await createLocalUser(world)
    const before = await world.rest(user)
    const output = await run('reset-password', `  ${user.email.toUpperCase()} `)
    expect(output).toContain(`email:    ${user.email}`)
    expect((await before.get('/api/auth/me')).status).toBe(401)
    expect((await login(world, user.email, PASSWORD)).status).toBe(401)
    expect((await login(world, user.email, findPassword(output))).status).toBe(200)
    const entries = await readAudit(world, user.id, 'password_set')
    expect(entries).toMatchObject([
      { actor_type: 'System', comment: expect.stringContaining('at the command line') },
    ])
    expect(JSON.stringify(entries)).not.toContain(findPassword(output))
    expect(JSON.stringify(await readMails(world, user.email))).toContain(
      'The password of your account was changed',
    )
  })

  it.each(['admin', 'failed_attempts'] as const)(
    'removes a lock of kind %s, and reports it',
    async (lockReason) => {
      const user = await createLocalUser(world, { lockReason, lockedAt: new Date(), failedAttempts: 3 })
      const output = await run('reset-password', user.email)
      expect(output).toContain('was removed')
      expect((await login(world, user.email, findPassword(output))).status).toBe(200)
      const [entry] = await readAudit(world, user.id, 'password_set')
      expect(entry?.changes).toMatchObject({ locked_at: [expect.any(String), null] })
    },
  )

  it('lets a user sign in whose address was never confirmed', async () => {
    const user = await createLocalUser(world, { confirmedAt: null })
    expect((await login(world, user.email)).status).toBe(401)
    const output = await run('reset-password', user.email)
    expect((await login(world, user.email, findPassword(output))).status).toBe(200)
  })

  it('rejects an unknown address with one line', async () => {
    await expect(run('reset-password', 'nobody@example.org')).rejects.toThrow(
      /^There is no account with the address nobody@example\.org\.$/,
    )
  })

  it('E-22: leaves an account unchanged that only a provider signs in, and names the provider', async () => {
    const user = await createLocalUser(world, { passwordAutomaticallySet: true })
    const em = world.database.orm.em.fork()
    em.create(Identity, { userId: user.id, provider: 'oidc', uid: `u${user.id}`, email: user.email })
    await em.flush()
    await expect(run('reset-password', user.email)).rejects.toThrow('signs in through oidc')
    expect((await readUser(user.id)).passwordHash).toBe(user.passwordHash)
    expect(await readAudit(world, user.id, 'password_set')).toEqual([])
  })

  it('sets a password for an account whose provider was removed', async () => {
    const user = await createLocalUser(world, { passwordAutomaticallySet: true })
    const output = await run('reset-password', user.email)
    expect((await login(world, user.email, findPassword(output))).status).toBe(200)
    expect((await readUser(user.id)).passwordAutomaticallySet).toBe(false)
  })
})

describe('creating an administrator at the command line', () => {
  it('E-22: creates an administrator who can sign in, and records it in the audit log', async () => {
    const output = await run('create', 'Second@Example.org')
    const answer = await login(world, 'second@example.org', findPassword(output))
    expect(answer).toMatchObject({ status: 200, body: { admin: true } })
    const actions = await world.database.queries
      .selectFrom('audit_entries')
      .select(['action', 'actor_type'])
      .where('auditable_id', '=', answer.body.id)
      .where('auditable_type', '=', 'User')
      .where('action', 'in', ['create', 'password_set'])
      .orderBy('id')
      .execute()
    expect(actions.map(({ action }) => action)).toContain('password_set')
  })

  it('A-92: and a new password are mailed to all administrators who are not locked', async () => {
    const [admin, locked] = [
      await world.createSystemAdmin(),
      await world.createUser({ admin: true, lockReason: 'admin', lockedAt: new Date() }),
    ]
    const user = await createLocalUser(world)
    await run('create', 'third@example.org')
    await run('reset-password', user.email)
    const mails = await readMails(world, admin.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Administrator created',
      'Password set by an administrator',
    ])
    expect(JSON.stringify(mails)).toContain('at the command line of the service, created the administrator')
    expect(await readMails(world, locked.email)).toEqual([])
  })

  it('rejects an address that has an account, even when two commands run at once', async () => {
    const user = await world.createUser()
    await expect(run('create', user.email)).rejects.toThrow('An account with the address')
    expect((await readUser(user.id)).admin).toBe(false)
    const both = await Promise.allSettled([
      run('create', 'twin@example.org'),
      run('create', 'twin@example.org'),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [refused] = both.filter((item) => item.status === 'rejected')
    expect(String(refused?.reason)).toContain('An account with the address twin@example.org already exists')
  })
})

it.each([
  ['reset-password', [], 'Exactly one email address is required.'],
  ['reset-password', ['a@example.org', 'b@example.org'], 'Exactly one email address is required.'],
  ['reset-password', ['--force', 'a@example.org'], '--force'],
  ['create', ['nobody'], 'nobody is not an email address'],
])('%s %j is rejected before a service is opened', (command, values, message) => {
  expect(() => commands[command]?.prepare([...values])).toThrow(message)
})

it.each(['reset-password', 'create'])('%s warns when password sign-in is disabled', async (command) => {
  const env = readEnv({ DATA_DIR: 'memory:', LOCAL_LOGIN_ENABLED: 'false' })
  const { database, log } = world.services
  const work = commands[command]?.prepare(['a@example.org'])
  await expect(work?.(createServices({ env, database, log }))).rejects.toThrow('LOCAL_LOGIN_ENABLED')
})
