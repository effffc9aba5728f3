import { describe, expect, it } from 'vitest'
import { appRouter } from '../../routers/index.ts'
import { sweepFailedSignIns } from '../../src/auth/accounts/failed-sign-ins.ts'
import { createLocalUser, login } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld, createWorldUnder, type World } from '../support/world.ts'

const start = Date.parse('2030-01-01T12:00:00Z')
let minute = 0
const clock = () => new Date(start + minute * 60_000)
const five = createWorldUnder({ LOCKOUT_MAX_ATTEMPTS: '5' }, appRouter, clock)
const byMail = createWorldUnder({ LOCKOUT_UNLOCK_STRATEGY: 'email' }, appRouter, clock)
const limited = createOwnWorld({
  RATE_LIMIT_ENABLED: 'true',
  EMAIL_CONFIRMATION_ENABLED: 'true',
  MAIL_DIR: '/nowhere',
})
const createUnknownAddress = () => `${unique('nobody')}@example.org`

/** The statuses of wrong passwords at these minutes. */
async function readStatuses(world: World, minutes: number[], email: string) {
  const statuses = []
  for (minute of minutes) statuses.push((await login(world, email, 'wrong')).status)
  return statuses
}

describe('an account lock', () => {
  it.each([
    ['five', [0, 14, 14, 14, 16, 16, 16], () => five],
    ['a lock that only a mail lifts', [0, 0, 0, 20, 1000], () => byMail],
  ])('a lock does not reveal which addresses exist with %s', async (_, minutes, world) => {
    minute = 0
    const { email } = await createLocalUser(world())
    const known = await readStatuses(world(), minutes, email)
    expect(known).toContain(423)
    expect(await readStatuses(world(), minutes, createUnknownAddress())).toEqual(known)
  })

  it('removes its records of unknown addresses once they expire', async () => {
    minute = 0
    const reader = five.database.queries
    const countRecords = async () =>
      (await reader.selectFrom('failed_sign_ins').select('digest').execute()).length
    const sweep = () => sweepFailedSignIns(five.services, new AbortController().signal)
    await sweep()
    const before = await countRecords()
    await login(five, createUnknownAddress(), 'wrong')
    await sweep()
    expect(await countRecords()).toBe(before + 1)
    minute = 1_000_000
    await sweep()
    expect(await countRecords()).toBe(0)
  })
})

/** The statements of a request, without their values. */
async function readStatements(world: World, path: string, body: Record<string, unknown>): Promise<string[]> {
  const client = await world.rest()
  const { statements } = await recordStatements(() => client.post(path, body))
  return statements.map((text) => text.replaceAll(/'[^']*'/g, '?'))
}

describe('A-22: known and unknown addresses', () => {
  it.each(['/users/password', '/users/confirmation', '/users/unlock'])(
    'known and unknown addresses cost the same statements in POST %s',
    async (path) => {
      const { email } = await createLocalUser(limited, {
        confirmedAt: path === '/users/confirmation' ? null : new Date(),
        ...(path === '/users/unlock' ? { lockedAt: new Date(), lockReason: 'failed_attempts' } : {}),
      })
      await readStatements(limited, path, { user: { email: createUnknownAddress() } })
      const unknown = await readStatements(limited, path, { user: { email: createUnknownAddress() } })
      expect(await readStatements(limited, path, { user: { email } })).toEqual(unknown)
    },
  )

  it('known and unknown addresses cost the same statements in a failed sign-in, before and after the lock', async () => {
    const { email } = await createLocalUser(limited)
    const other = createUnknownAddress()
    for (let time = 0; time < 5; time += 1) {
      const unknown = await readStatements(limited, '/api/auth/login', { email: other, password: 'wrong' })
      const known = await readStatements(limited, '/api/auth/login', { email, password: 'wrong' })
      expect(known).toHaveLength(unknown.length)
    }
  })
})
