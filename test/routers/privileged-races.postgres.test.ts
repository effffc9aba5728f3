import { describe, expect, it } from 'vitest'
import { AccessToken } from '../../entities/access-token.ts'
import { User } from '../../entities/user.ts'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const readUser = ({ id }: { id: number }) => world.database.orm.em.fork().findOneOrFail(User, { id })
const NEW = 'Quiet-Heron-88 sings'

describe('concurrent privileged changes', () => {
  it('A-92: let a demoted administrator promote no user afterwards', async () => {
    const keeper = await world.rest(await world.createSystemAdmin())
    for (let round = 0; round < ROUNDS; round += 1) {
      const [demoted, user] = [await world.createSystemAdmin(), await world.createUser()]
      const client = await world.rest(demoted)
      const [promotion, demotion] = await sendConcurrently(
        () => client.patch(`/users/${user.id}`, { user: { admin: true } }),
        () => keeper.patch(`/users/${demoted.id}`, { user: { admin: false } }),
      )
      expect(demotion?.status).toBe(200)
      expect((await readUser(demoted)).admin).toBe(false)
      // Either the promotion was first, or it is denied.
      expect((await readUser(user)).admin).toBe(promotion?.status === 200)
      if (promotion?.status !== 200) expect(promotion?.status).toBe(403)
      const late = await client.patch(`/users/${user.id}`, { user: { admin: true } })
      expect(late.status).toBe(403)
    }
  })

  it('A-15, A-92: leave one administrator if two demote each other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b] = [await world.createSystemAdmin(), await world.createSystemAdmin()]
      const [first, second] = [await world.rest(a), await world.rest(b)]
      const answers = await sendConcurrently(
        () => first.patch(`/users/${b.id}`, { user: { admin: false } }),
        () => second.patch(`/users/${a.id}`, { user: { admin: false } }),
      )
      expect(sortStatuses(answers)).toEqual([200, 403])
      expect([(await readUser(a)).admin, (await readUser(b)).admin].filter(Boolean)).toHaveLength(1)
    }
  })

  it('A-39: create no token with a password that another request has replaced', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const user = await createLocalUser(world)
      const admin = await world.rest(await world.createSystemAdmin())
      const client = await world.rest(user)
      const input = { name: 'CI', scopes: ['read'], current_password: PASSWORD }
      const set = { user: { password: NEW, revoke_tokens: true } }
      const [creation, changed] = await sendConcurrently(
        () => client.post('/personal_access_tokens', { personal_access_token: input }),
        () => admin.post(`/users/${user.id}/set_password`, set),
      )
      expect(changed?.status).toBe(200)
      expect([201, 401, 403, 422]).toContain(creation?.status)
      const live = await world.database.orm.em.fork().count(AccessToken, { userId: user.id, revokedAt: null })
      expect(live).toBe(0)
    }
  })
})
