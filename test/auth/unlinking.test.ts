import { describe, expect, it } from 'vitest'
import { Identity } from '../../entities/identity.ts'
import {
  createLocalUser,
  readAudit,
  login,
  readMails,
  PASSWORD,
  clientWithSession,
} from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { unique } from '../support/factories.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

describe('unlinking', () => {
  const createLinkedUser = async (...providers: string[]) => {
    const user = await createLocalUser(world)
    const browser = new Browser(world)
    await browser.send('POST', '/api/auth/login', { email: user.email, password: PASSWORD })
    const uid = unique('uid')
    for (const [index, provider] of providers.entries()) {
      const lastSignInAt = new Date(Date.now() - index * 60_000)
      await world.stored((em) => em.create(Identity, { userId: user.id, provider, uid, lastSignInAt }))
    }
    const [newest] = providers
    const set = { provider: newest ?? null, uid }
    await world.database.queries.updateTable('users').set(set).where('id', '=', user.id).execute()
    const unlink = (provider: string, current_password = PASSWORD) =>
      browser.send('POST', '/users/unlink_identity', { provider, current_password })
    return { user, browser, unlink }
  }

  it('A-4: shows linked identities only to their owner, without credentials', async () => {
    const { browser } = await createLinkedUser('oidc', 'ldap')
    const { status, body } = await browser.send('GET', '/users/identities')
    expect(status).toBe(200)
    expect(body.local_password).toBe(true)
    expect(body.password_changed).toBe(false)
    expect(body.identities.map(({ provider }: { provider: string }) => provider)).toEqual(['oidc', 'ldap'])
    expect(Object.keys(body.identities[0]).sort()).toEqual([
      'created_at',
      'email',
      'id',
      'last_sign_in_at',
      'provider',
      'title',
    ])
    const nonMember = clientWithSession(
      world,
      (await login(world, (await createLocalUser(world)).email)).headers,
    )
    expect((await nonMember.get('/users/identities')).body.identities).toEqual([])
    expect((await new Browser(world).send('GET', '/users/identities')).status).toBe(401)
  })

  it('counts wrong passwords and answers 423 once they lock the account', async () => {
    const { unlink } = await createLinkedUser('oidc')
    const statuses = []
    for (let time = 0; time < 4; time += 1) statuses.push((await unlink('oidc', 'wrong')).status)
    expect(statuses).toEqual([422, 422, 423, 423])
    expect((await unlink('oidc')).body).toMatchObject({
      reason: 'account_locked',
      toast: { variant: 'danger' },
    })
  })

  it('A-51: moves the account to the next provider, then to none, with mail and audit entry', async () => {
    const { user, browser, unlink } = await createLinkedUser('oidc', 'ldap')
    const otherSession = await login(world, user.email)
    const providers = []
    for (const provider of ['oidc', 'ldap']) {
      expect((await unlink(provider)).status).toBe(200)
      providers.push((await browser.me()).body.provider)
    }
    expect(providers).toEqual(['ldap', null])
    expect((await clientWithSession(world, otherSession.headers).get('/api/auth/me')).status).toBe(401)
    expect((await readMails(world, user.email)).map(({ subject }) => subject)).toEqual([
      'Sign-in unlinked',
      'Sign-in unlinked',
    ])
    expect(await readAudit(world, user.id, 'destroy')).toHaveLength(2)
    expect((await unlink('ldap')).status).toBe(404)
  })
})
