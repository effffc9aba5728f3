import { describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createLocalUser, login, PASSWORD } from '../support/accounts.ts'
import type { Rest } from '../support/rest.ts'
import { createOwnWorld, createWorldUnder, type World } from '../support/world.ts'

let minutes = 0
const world = createOwnWorld({}, appRouter, () => new Date(Date.now() + minutes * 60_000))
const start = new Date()
// With a fixed clock, because twelve attempts may take more than a minute on a busy machine.
const withoutLockout = createWorldUnder(
  { LOCKOUT_ENABLED: 'false', RATE_LIMIT_ENABLED: 'true' },
  appRouter,
  () => start,
)

const NEW = 'Quiet-Heron-88 sings'

const change = (client: Rest, current_password: string, password = NEW) =>
  client.put('/users', { user: { current_password, password, password_confirmation: password } })
const failSignIns = async (targetWorld: World, email: string, times: number) => {
  const statuses = []
  for (let time = 0; time < times; time += 1) {
    statuses.push((await login(targetWorld, email, 'a guess')).status)
  }
  return statuses
}
const fail = async (client: Rest, times: number) => {
  const statuses = []
  for (let time = 0; time < times; time += 1) statuses.push((await change(client, 'a guess')).status)
  return statuses
}

describe('failed sign-ins by other people', () => {
  it('A-21: lock sign-ins, but the owner can still change the password in a session', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    expect(await failSignIns(world, user.email, 4)).toEqual([401, 401, 423, 423])
    expect((await change(client, 'not this one')).status).toBe(422)
    expect((await change(client, PASSWORD)).status).toBe(200)
    expect((await login(world, user.email, NEW)).status).toBe(423)
  })

  it('A-21: block other password checks of a session with 423', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    await failSignIns(world, user.email, 3)
    const input = { name: 'CI', scopes: ['read'], current_password: PASSWORD }
    const { status, body } = await client.post('/personal_access_tokens', { personal_access_token: input })
    expect([status, body.reason]).toEqual([423, 'account_locked'])
    expect((await client.get('/api/auth/me')).status).toBe(200)
  })

  it('A-67: do not count against the limit of the owner’s session', async () => {
    const user = await createLocalUser(withoutLockout)
    const client = await withoutLockout.rest(user)
    const statuses = await failSignIns(withoutLockout, user.email, 12)
    expect(statuses.at(-1)).toBe(429)
    expect((await change(client, PASSWORD)).status).toBe(200)
  })
})

describe('wrong passwords in a session', () => {
  it('A-21: lock this session’s checks and the sign-in, but no other session', async () => {
    const user = await createLocalUser(world)
    const [thief, owner] = [await world.rest(user), await world.rest(user)]
    expect(await fail(thief, 4)).toEqual([422, 422, 423, 423])
    expect((await change(thief, PASSWORD)).status).toBe(423)
    expect((await login(world, user.email)).status).toBe(423)
    expect((await change(owner, PASSWORD)).status).toBe(200)
  })

  it('A-24: expire after the lock duration', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    await fail(client, 3)
    minutes += 16
    expect(await fail(client, 2)).toEqual([422, 422])
    expect((await change(client, PASSWORD)).status).toBe(200)
  })

  it('A-24: are cleared when an administrator unlocks the account', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    await fail(client, 3)
    const admin = await world.rest(await world.createSystemAdmin())
    expect((await admin.post(`/users/${user.id}/unlock`)).status).toBe(200)
    expect((await change(client, PASSWORD)).status).toBe(200)
  })

  it('A-67: are rate limited per minute if account locking is off', async () => {
    const client = await withoutLockout.rest(await createLocalUser(withoutLockout))
    const statuses = await fail(client, 12)
    expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(422))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})
