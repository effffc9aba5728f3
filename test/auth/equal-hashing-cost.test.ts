import { describe, expect, it, vi } from 'vitest'
import { hashing } from '../../src/auth/passwords/hashing.ts'
import { verifyPassword } from '../../src/auth/passwords/password.ts'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { unique } from '../support/factories.ts'
import type { Answer } from '../support/rest.ts'
import { createWorld, createWorldUnder, type World } from '../support/world.ts'

const world = createWorld()
const confirming = createWorldUnder({ EMAIL_CONFIRMATION_ENABLED: 'true', MAIL_DIR: '/nowhere' })

/** The number of hashes of a request: every hash and every comparison takes one slot. */
async function countHashes(request: () => Promise<Answer>) {
  await verifyPassword(null, 'makes the decoy, once per process')
  const run = vi.spyOn(hashing, 'run')
  try {
    const { status } = await request()
    return { status, hashes: run.mock.calls.length }
  } finally {
    run.mockRestore()
  }
}

const createUnknownAddress = () => `${unique('nobody')}@example.org`
const createKnownAddress = async (targetWorld: World, values: object = {}) =>
  (await createLocalUser(targetWorld, values)).email

const REQUESTS: [string, (email: string) => [string, string, Record<string, unknown>], number][] = [
  ['a sign-in', (email) => ['POST', '/api/auth/login', { email, password: 'wrong' }], 1],
  ['a reset request', (email) => ['POST', '/users/password', { user: { email } }], 0],
  ['a confirmation request', (email) => ['POST', '/users/confirmation', { user: { email } }], 0],
  ['an unlock request', (email) => ['POST', '/users/unlock', { user: { email } }], 0],
  [
    'a registration',
    (email) => [
      'POST',
      '/users',
      { user: { name: 'N', email, password: PASSWORD, password_confirmation: PASSWORD } },
    ],
    1,
  ],
]

describe('A-22: known and unknown addresses', () => {
  it.each(REQUESTS)('known and unknown addresses cost the same hashing in %s', async (_, request, hashes) => {
    for (const targetWorld of [world, confirming]) {
      const client = await targetWorld.rest()
      for (const email of [await createKnownAddress(targetWorld), createUnknownAddress()]) {
        const count = await countHashes(() => client.send(...request(email)))
        expect(count.hashes).toBe(hashes)
      }
    }
  })

  it('known and unknown addresses cost the same hashing in a sign-in, in every state of the account', async () => {
    const accounts = [
      {},
      { passwordHash: null, passwordAutomaticallySet: true, provider: 'oidc', uid: unique('uid') },
      { confirmedAt: null },
      { admin: true },
    ]
    const client = await confirming.rest()
    for (const input of accounts) {
      const email = await createKnownAddress(confirming, input)
      const sendWrongPassword = () => client.post('/api/auth/login', { email, password: 'wrong' })
      expect(await countHashes(sendWrongPassword)).toEqual({ status: 401, hashes: 1 })
    }
  })

  it('known and unknown addresses cost no hashing in a sign-in to a locked account', async () => {
    const client = await world.rest()
    for (const email of [await createKnownAddress(world), createUnknownAddress()]) {
      const attempt = () => client.post('/api/auth/login', { email, password: 'wrong' })
      for (let time = 0; time < 2; time += 1) await attempt()
      expect(await countHashes(attempt)).toEqual({ status: 423, hashes: 1 })
      expect(await countHashes(attempt)).toEqual({ status: 423, hashes: 0 })
    }
  })
})
