import { DomainError } from '../../../src/errors.ts'
import { middleware } from '../../../src/procedures/trpc.ts'
import type { Services } from '../../../src/services.ts'

/** Guessing of reset tokens is limited by address (rule A-67). */
export const probing = middleware(async ({ ctx, next }) => {
  await ctx.services.limiter.take('reset_probe', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

/** What is needed to ask about a token outside of a transaction. */
export function resetRequest({ database, env, clock }: Pick<Services, 'database' | 'env' | 'clock'>) {
  return { db: database.queries, env, now: clock() }
}

/** The refusal of a token that may not be used (any more). */
export function invalidToken(dialect: 'bare' | 'toast'): DomainError {
  return new DomainError('invalid', 'password.invalid_token', 'This link is invalid or has expired.', {
    dialect,
    errors: { reset_password_token: ['is invalid or has expired'] },
    ...(dialect === 'bare' ? { members: { valid: false } } : {}),
  })
}
