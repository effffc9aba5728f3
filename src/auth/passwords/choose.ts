import type { Env } from '../../config/env.ts'
import { findPasswordProblems } from '../../config/passwords/password-policy.ts'
import { DomainError } from '../../errors.ts'
import { hashPassword } from './password.ts'

/** Validates and hashes a new local password (rule A-25). Throws 422 with every violated rule. */
export async function choosePassword(
  env: Env,
  password: string,
  owner: { name: string; email: string },
  confirmation?: string,
): Promise<string> {
  const local = owner.email.split('@')[0] ?? ''
  const problems = findPasswordProblems(password, env.passwordPolicy, [
    local,
    env.service.name,
    ...owner.name.split(/\s+/),
  ])
  const errors: Record<string, string[]> = problems.length > 0 ? { password: problems } : {}
  if (confirmation !== undefined && confirmation !== password) {
    errors['password_confirmation'] = ['Password confirmation does not match the password.']
  }
  const messages = Object.values(errors).flat()
  if (messages.length > 0) {
    throw new DomainError('invalid', 'user.password_policy', messages.join(' '), {
      title: 'Password not accepted',
      messages,
      errors,
    })
  }
  return hashPassword(password)
}
