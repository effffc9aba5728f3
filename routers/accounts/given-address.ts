import type { RequestContext } from '../../src/context.ts'
import { digestHex } from '../../src/auth/secrets.ts'
import { invalid } from '../../src/errors.ts'
import { isBlank } from '../../src/shapes.ts'
import { normalEmail } from '../sessions.schema.ts'

/**
 * The address that somebody who cannot sign in gives, once it is known not to be overused: blank is a 422, the rest
 * looks the same whether or not it belongs to an account (accounts 1, paranoid mode; 6.5).
 */
export async function givenAddress(ctx: RequestContext, given: string): Promise<string> {
  if (isBlank(given)) throw invalid('account.blank_email', 'email', 'must not be blank')
  const email = normalEmail(given)
  await ctx.services.limiter.take('mail_address', ctx.request.address ?? 'unknown', ctx.reply)
  await ctx.services.limiter.take('mail_email', digestHex(email), ctx.reply)
  return email
}
