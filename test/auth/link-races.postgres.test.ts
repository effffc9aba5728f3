import { afterAll, describe, expect, it } from 'vitest'
import { User } from '../../entities/user.ts'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { Browser } from '../support/browser.ts'
import { ROUNDS } from '../support/concurrent-requests.ts'
import { unique } from '../support/factories.ts'
import { toOidcSettings, startOidcPeer } from '../support/oidc-peer.ts'
import { createOwnWorld } from '../support/world.ts'

const peer = await startOidcPeer()
afterAll(() => void peer.server.close())
const world = createOwnWorld(toOidcSettings(peer, { AUTO_LINK_USER: 'true' }))

const NEW = 'Quiet-Heron-88 sings'

describe('a link by address', () => {
  it.each([
    ['chooses a password', { password: NEW, password_confirmation: NEW }],
    ['changes the address', { email: 'moved' }],
  ])('A-91: removes the access of a person who %s at the same moment', async (_, change) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const squatter = await createLocalUser(world, { emailVerifiedAt: null })
      const client = await world.rest(squatter)
      const sub = unique('sub')
      peer.person = { sub, email: squatter.email, email_verified: true, name: 'Pat Provider' }
      const email = `${unique('moved')}@example.org`
      const input = { ...change, ...('email' in change ? { email } : {}), current_password: PASSWORD }
      const browser = new Browser(world, peer)
      const [end, changed] = await Promise.all([browser.signIn(), client.put('/users', { user: input })])
      expect(changed.status).toBeLessThan(500)
      expect(end).toBe('/app')
      const me = (await browser.me()).body
      const stored = await world.database.orm.em.fork().findOneOrFail(User, { id: me.id })
      if (me.id === squatter.id) {
        expect(stored.passwordHash).toBeNull()
        expect(stored.email).toBe(squatter.email)
        expect((await client.get('/api/auth/me')).status).toBe(401)
      } else {
        // The address was changed first, so the provider's person got a new account.
        expect(stored.email).toBe(squatter.email)
      }
    }
  })
})
