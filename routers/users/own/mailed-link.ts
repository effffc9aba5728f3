import { DomainError } from '../../../src/errors.ts'
import { middleware } from '../../../src/procedures/trpc.ts'

/** Rate limit by IP address against guessing of emailed links, as for reset tokens. */
export const probing = middleware(async ({ ctx, next }) => {
  await ctx.services.limiter.take('link_probe', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

/** Creates the 422 for an invalid or expired emailed link. */
export function createInvalidLinkError(reason: string): DomainError {
  return new DomainError('invalid', reason, 'This link is invalid or has expired.')
}
