import { describe, expect, it } from 'vitest'
import { toKysely } from '../../src/database/database.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const LONG_AGO = '2020-01-01T00:00:00.000Z'

async function createStaleSession() {
  const user = await world.createUser()
  const client = await world.rest(user)
  const { id } = await world.database.queries
    .updateTable('sessions')
    .set({ last_seen_at: new Date(Date.now() - 120_000).toISOString() })
    .where('user_id', '=', user.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const readLastAccess = async () => {
    const row = await world.database.queries
      .selectFrom('sessions')
      .select('last_seen_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return new Date(row.last_seen_at ?? LONG_AGO).getTime()
  }
  return { id, client, seen: readLastAccess }
}

describe('the last access time of a session (rule E-24)', () => {
  it('is written by one of several concurrent requests', async () => {
    const { client, seen: readLastAccess } = await createStaleSession()
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.get('/api/auth/me')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await readLastAccess()).toBeGreaterThan(Date.now() - 60_000)
  })

  it('does not block a request while another one writes it', async () => {
    const { id, client, seen: readLastAccess } = await createStaleSession()
    const before = await readLastAccess()
    await world.database.orm.em.fork().transactional(async (em) => {
      await toKysely(em).selectFrom('sessions').select('id').where('id', '=', id).forUpdate().execute()
      // A wait for the lock would end in a 503, once its limit is reached.
      expect((await client.get('/api/auth/me')).status).toBe(200)
    })
    expect(await readLastAccess()).toBe(before)
    await client.get('/api/auth/me')
    expect(await readLastAccess()).toBeGreaterThan(before)
  })
})
