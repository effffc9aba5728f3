import { LockMode } from '@mikro-orm/core'
import { describe, expect, it } from 'vitest'
import { User } from '../../entities/user.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

describe('the administrator right', () => {
  it('is not locked by changes of users who are not administrators', async () => {
    const [admin, other, user] = [
      await world.createSystemAdmin(),
      await world.createSystemAdmin(),
      await world.createUser(),
    ]
    const client = await world.rest(admin)
    await world.database.orm.em.fork().transactional(async (em) => {
      await em.findOneOrFail(User, { id: other.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      expect((await client.patch(`/users/${user.id}`, { user: { name: 'Another' } })).status).toBe(200)
      expect((await client.post(`/users/${user.id}/lock`)).status).toBe(200)
    })
  })

  it('A-15: remains with at least one user during concurrent locks, demotions and promotions', async () => {
    const [admin, user] = [await world.createSystemAdmin(), await world.createUser()]
    const [first, second] = [await world.rest(admin), await world.rest(await world.createSystemAdmin())]
    const change = (client: typeof first, id: number, values: object) => () =>
      client.patch(`/users/${id}`, { user: values })
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await sendConcurrently(
        change(first, user.id, { admin: true }),
        change(second, user.id, { name: `Name ${round}` }),
        () => second.post(`/users/${user.id}/lock`),
        change(first, user.id, { admin: false }),
      )
      expect(sortStatuses(answers)).toEqual([200, 200, 200, 200])
      expect((await first.post(`/users/${user.id}/unlock`)).status).toBe(200)
      expect((await first.patch(`/users/${user.id}`, { user: { admin: false } })).status).toBe(200)
    }
  })
})
