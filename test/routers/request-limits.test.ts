import { describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { rest, type Answer } from '../support/rest.ts'
import { createOwnWorld } from '../support/world.ts'

/** A constant clock, because rate windows are fixed and a test must not cross the end of one. */
const start = new Date()
const getStart = () => start
const world = createOwnWorld({ RATE_LIMIT_ENABLED: 'true', LOCKOUT_ENABLED: 'false' }, appRouter, getStart)
const provided = createOwnWorld(
  { RATE_LIMIT_ENABLED: 'true', GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' },
  appRouter,
  getStart,
)
const mailing = createOwnWorld({ RATE_LIMIT_ENABLED: 'true' }, appRouter, getStart)

/** The number of requests before the first 429, and that answer. */
async function untilThrottled(send: (time: number) => Promise<Answer>) {
  for (let time = 0; time < 1000; time += 1) {
    const answer = await send(time)
    if (answer.status === 429) return { passed: time, answer }
  }
  throw new Error('never throttled')
}

/** The limits of rule A-67 that have no setting. */
describe('a rate limit', () => {
  it('a rate limit of 60 an hour applies to registrations from an address', async () => {
    const client = await world.rest()
    const { passed, answer } = await untilThrottled(() => client.post('/users', {}))
    expect(passed).toBe(60)
    expect(answer.body).toMatchObject({ reason: 'rate_limited', toast: { variant: 'danger' } })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('A-68: a rate limit of 60 a minute applies to reset tokens from an address, across both operations', async () => {
    const client = await world.rest()
    const { passed } = await untilThrottled((time) =>
      time % 2 === 0
        ? client.get('/users/password/edit?reset_password_token=guess')
        : client.put('/users/password', { user: { reset_password_token: 'guess' } }),
    )
    expect(passed).toBe(60)
  })

  it('A-68: a rate limit of 20 a minute applies to invalid tokens from an address, but not to valid ones', async () => {
    const good = await world.restWithToken(await world.createUser())
    const bad = rest(world.app, { authorization: 'Token service_guess' })
    const { passed, answer } = await untilThrottled(() => bad.get('/api/auth/me'))
    expect(passed).toBe(20)
    expect(answer.headers.get('ratelimit-limit')).toBe('20')
    expect((await good.get('/api/auth/me')).status).toBe(200)
  })

  it('a rate limit of 10 a minute applies to wrong passwords of a session, but not to sign-ins of the account', async () => {
    const user = await createLocalUser(world)
    const client = await world.rest(user)
    const wrong = { user: { current_password: 'wrong' } }
    const { passed, answer } = await untilThrottled(() => client.delete('/users', wrong))
    expect(passed).toBe(10)
    expect(answer.body.reason).toBe('rate_limited')
    const right = { email: user.email, password: PASSWORD }
    expect((await (await world.rest()).post('/api/auth/login', right)).status).toBe(200)
  })

  it('a rate limit of 5 an hour is shared by all mails to one address, known or unknown', async () => {
    const client = await mailing.rest()
    const paths = ['/users/password', '/users/confirmation', '/users/unlock']
    for (const email of [(await mailing.createUser()).email, 'nobody@example.org']) {
      const input = (time: number) => (time % 2 === 0 ? email : ` ${email.toUpperCase()} `)
      const { passed } = await untilThrottled((time) =>
        client.post(paths[time % 3] ?? '', { user: { email: input(time) } }),
      )
      expect(passed).toBe(5)
    }
  })

  it('a rate limit of 5 an hour applies to mails to an address that users enter as their own, across all users', async () => {
    const people = await Promise.all([createLocalUser(world), createLocalUser(world)])
    const clients = await Promise.all(people.map((user) => world.rest(user)))
    const change = (time: number, email: string) => {
      const user = { email, current_password: PASSWORD }
      return clients[time % 2]?.put('/users', { user }) ?? Promise.reject(new Error('nobody'))
    }
    const existingEmail = (await world.createUser()).email
    const { passed, answer } = await untilThrottled((time) => change(time, existingEmail))
    expect(passed).toBe(5)
    expect(answer.body.reason).toBe('rate_limited')
    expect((await change(0, 'somewhere.else@example.org')).status).toBe(200)
  })

  it('A-68: a rate limit of 60 a minute applies to provider sign-ins started from an address, across all providers', async () => {
    const client = await provided.rest()
    const ends: (string | null)[] = []
    for (let time = 0; time < 62; time += 1) {
      ends.push((await client.post('/users/auth/github')).headers.get('location'))
    }
    expect(ends.filter((end) => end?.startsWith('https://github.com/'))).toHaveLength(60)
    expect(ends.slice(60)).toEqual(Array<string>(2).fill('/app?sign_in_error=rate_limited'))
    const reader = provided.database.queries
    const sessions = await reader.selectFrom('sessions').select('id').where('user_id', 'is', null).execute()
    expect(sessions).toHaveLength(60)
  })
})
