import { describe, expect, it } from 'vitest'
import { ensureFirstAdministrator } from '../../src/auth/accounts/bootstrap.ts'
import { generatePassword } from '../../src/auth/passwords/generate.ts'
import { findPasswordProblems } from '../../src/config/passwords/password-policy.ts'
import { login } from '../support/accounts.ts'
import { createOwnWorld } from '../support/world.ts'

const fresh = createOwnWorld()
const configured = createOwnWorld({
  BOOTSTRAP_ADMIN_EMAIL: 'Chief@Example.org',
  BOOTSTRAP_ADMIN_PASSWORD: 'Kestrel!7 over Mire#42',
})

describe('the first administrator', () => {
  it('A-14: is created once when several processes start together, and can sign in', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ensureFirstAdministrator(fresh.services)))
    const created = answers.filter((answer) => answer !== null)
    expect(created).toHaveLength(1)
    expect((await login(fresh, created[0]?.email ?? '', created[0]?.password)).body.admin).toBe(true)
    expect(await ensureFirstAdministrator(fresh.services)).toBeNull()
  })

  it('comes from the settings, and the log then omits the password', async () => {
    expect(await ensureFirstAdministrator(configured.services)).toBeNull()
    expect((await login(configured, 'chief@example.org')).body.admin).toBe(true)
  })

  it('A-29: gets a random password without a pattern', () => {
    const policy = fresh.services.env.passwordPolicy
    const passwords = Array.from({ length: 50 }, () => generatePassword(policy))
    expect(new Set(passwords.map((password) => password.slice(-4))).size).toBeGreaterThan(45)
    for (const password of passwords) expect(findPasswordProblems(password, policy)).toEqual([])
  })
})
