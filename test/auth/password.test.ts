import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'

const load = vi.hoisted(() => ({ running: 0, most: 0, calls: 0 }))

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  const countHashes = async <T>(work: () => Promise<T>): Promise<T> => {
    load.calls += 1
    load.running += 1
    load.most = Math.max(load.most, load.running)
    try {
      return await work()
    } finally {
      load.running -= 1
    }
  }
  return {
    ...real,
    hash: (...args: Parameters<typeof real.hash>) => countHashes(() => real.hash(...args)),
    verify: (...args: Parameters<typeof real.verify>) => countHashes(() => real.verify(...args)),
  }
})

// Test files share modules. The query creates a separate instance that uses the counting mock.
const counted: string = '../../src/auth/passwords/password.ts?counted'
const { hashPassword, needsRehash, verifyPassword }: typeof import('../../src/auth/passwords/password.ts') =
  await import(counted)

const password = 'Gravel-Otter-42-Lantern'

test('a hash is Argon2id with 19 MiB, two passes and a unique salt', async () => {
  const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)])
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(first).not.toBe(second)
})

test('the right password matches, and any other password fails', async () => {
  const stored = await hashPassword(password)
  expect(await verifyPassword(stored, password)).toBe(true)
  expect(await verifyPassword(stored, `${password} `)).toBe(false)
  expect(await verifyPassword(stored, '')).toBe(false)
})

test('two Unicode spellings of the same character are the same password', async () => {
  expect(await verifyPassword(await hashPassword('Caf\u00e9-42-Lantern'), 'Cafe\u0301-42-Lantern')).toBe(true)
})

test('a missing hash matches no password, but a hash is still computed', async () => {
  await verifyPassword(null, password)
  const before = load.calls
  expect(await verifyPassword(null, password)).toBe(false)
  expect(load.calls - before).toBe(1)
})

test('a burst runs at most two hashes at once, and leaves one core free', async () => {
  load.most = 0
  const stored = await hashPassword(password)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => verifyPassword(index % 3 === 0 ? null : stored, password)),
  )
  expect(answers.filter(Boolean)).toHaveLength(8)
  expect(load.most).toBe(Math.min(2, Math.max(1, availableParallelism() - 1)))
})

test.each([
  ['$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA', false],
  ['$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaA', true],
  ['$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA', true],
  ['$2b$12$abcdefghijklmnopqrstuv', true],
])('the hash %s needs rehashing: %s', (stored, renew) => {
  expect(needsRehash(stored)).toBe(renew)
})
