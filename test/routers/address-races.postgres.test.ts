import { describe, expect, it } from 'vitest'
import { digestHex, createRandomToken } from '../../src/lib/secrets.ts'
import { createLocalUser } from '../support/accounts.ts'
import { ROUNDS, sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { unique } from '../support/factories.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const newAddress = () => `${unique('moved')}@example.org`

describe('concurrent account changes', () => {
  it('A-16: give an address to only one of two people', async () => {
    const client = await world.rest(await world.createSystemAdmin())
    const people = await Promise.all([1, 2, 3].map(() => world.createUser()))
    const email = newAddress()
    const answers = await Promise.all(
      people.map(({ id }) => client.patch(`/users/${id}`, { user: { email } })),
    )
    const [won, ...lost] = sortStatuses(answers)
    expect(won).toBe(200)
    for (const status of lost) expect([409, 422]).toContain(status)
    const rows = await world.database.queries
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('let a reset token set only one password', async () => {
    const token = createRandomToken()
    await createLocalUser(world, {
      resetPasswordTokenDigest: digestHex(token),
      resetPasswordSentAt: new Date(),
    })
    const passwords = ['Quiet-Heron-88 sings', 'Loud-Bittern-99 sings', 'Grey-Egret-77 stalks']
    const client = await world.rest()
    const answers = await Promise.all(
      passwords.map((password) =>
        client.put('/users/password', {
          user: { reset_password_token: token, password, password_confirmation: password },
        }),
      ),
    )
    expect(sortStatuses(answers)).toEqual([200, 422, 422])
  })

  it('a new name, new members and a deletion leave every project with a correct contact', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const system = await world.rest(await world.createSystemAdmin())
      const projects = await Promise.all([1, 2, 3].map(() => world.createProject()))
      const [first, second] = [await world.createUser(), await world.createUser()]
      for (const project of projects) {
        await world.join(first, project, 'admin')
        await world.join(second, project, 'admin')
      }
      const guest = await world.createUser()
      const grants = projects.map(({ id }) => ({
        membership: { user_id: guest.id, membership_type: 'Project', membership_id: id },
      }))
      const email = newAddress()
      const owner = await world.rest(second)
      const answers = await sendConcurrently(
        ...grants.toReversed().map((grant) => () => system.post('/memberships', grant)),
        () => system.patch(`/users/${second.id}`, { user: { email } }),
        () => owner.patch('/users', { user: { slack_user_id: '@second' } }),
        () => system.delete(`/users/${first.id}`),
      )
      expect(sortStatuses(answers.toSpliced(4, 1))).toEqual([200, 200, 200, 200, 200])
      const ids = projects.map(({ id }) => id)
      const rows = await world.database.queries
        .selectFrom('projects')
        .select(['admin_name', 'admin_email'])
        .where('id', 'in', ids)
        .execute()
      const contact = { admin_name: second.name, admin_email: email }
      expect(rows).toEqual(ids.map(() => contact))
    }
  })
})
