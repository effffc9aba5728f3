import { describe, expect, it } from 'vitest'
import { digestHex } from '../../src/lib/secrets.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()
const createPeople = () => Promise.all([world.createUser(), world.createUser(), world.createUser()])

describe('credentials of concurrent requests', () => {
  it('are looked up in one statement, including invalid ones', async () => {
    const [first, two, three] = await createPeople()
    const secrets = await Promise.all([first, two, three].map((user) => world.createCookie(user)))
    const digests = secrets.map((cookie) => digestHex(cookie.split('=')[1] ?? ''))
    const { result, statements } = await recordStatements(() =>
      Promise.all([...digests, 'nobody', ...digests].map((digest) => world.services.sessions(digest))),
    )
    const ids = [first.id, two.id, three.id]
    expect(result.map((row) => row?.user_id ?? null)).toEqual([...ids, null, ...ids])
    expect(statements).toHaveLength(1)
  })

  it('authenticate each request as its own user', async () => {
    const users = await createPeople()
    const clients = await Promise.all([
      ...users.map((user) => world.rest(user)),
      ...users.map((user) => world.restWithToken(user)),
    ])
    const answers = await Promise.all(clients.map((client) => client.get('/api/auth/me')))
    const ids = users.map(({ id }) => id)
    expect(answers.map(({ body }) => body.user?.id ?? body.id)).toEqual([...ids, ...ids])
  })
})
