import { z } from 'zod'
import { validationError } from '../../../src/errors.ts'
import { digestHex } from '../../../src/lib/secrets.ts'
import { normalizeEmail } from '../../../src/lib/unicode/names.ts'
import { isBlank, text } from '../../../src/procedures/schemas/shapes.ts'
import type { RequestContext } from '../../../src/request-context.ts'

/** The address of a person who can't sign in; the operation rejects a blank one (rule A-11). */
export const AddressInput = z.object({ user: z.object({ email: text(255).default('') }) })

/**
 * Returns the normalized address after the rate limit. Throws 422 for a blank one; otherwise the response is the
 * same with and without an account (rules ).
 */
export async function resolveAddress(ctx: RequestContext, address: string): Promise<string> {
  if (isBlank(address)) throw validationError('account.blank_email', 'email', 'must not be blank')
  const email = normalizeEmail(address)
  await ctx.services.limiter.take('mail_address', ctx.request.address ?? 'unknown', ctx.reply)
  await ctx.services.limiter.take('mail_email', digestHex(email), ctx.reply)
  return email
}
