import { DomainError } from '../../../src/errors.ts'
import { middleware } from '../../../src/procedures/trpc.ts'
import type { Services } from '../../../src/services.ts'

/** Rate limit by IP address against guessing of reset tokens (rule A-67). */
export const probing = middleware(async ({ ctx, next }) => {
  await ctx.services.limiter.take('reset_probe', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

/** Returns what is needed to check a token outside a transaction. */
export function resetRequest({ database, env, clock }: Pick<Services, 'database' | 'env' | 'clock'>) {
  return { db: database.queries, env, now: clock() }
}

/** Creates the error for an invalid or expired token. */
export function createInvalidTokenError(dialect: 'bare' | 'toast'): DomainError {
  return new DomainError('invalid', 'password.invalid_token', 'This link is invalid or has expired.', {
    dialect,
    errors: { reset_password_token: ['is invalid or has expired'] },
    ...(dialect === 'bare' ? { members: { valid: false } } : {}),
  })
}
