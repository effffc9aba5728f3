import { auditRejectedCredential } from '../auth/audit-rejected-credential.ts'
import { DomainError } from '../errors.ts'
import { isRecord } from '../lib/json-values.ts'
import { digestHex } from '../lib/secrets.ts'
import type { RequestPart } from '../request-context.ts'
import { middleware } from './trpc.ts'

/** Maps the error of an email link to the parameter that has its token. */
const PARAMETERS: Record<string, string> = {
  'password.invalid_token': 'reset_password_token',
  'confirmation.invalid_token': 'confirmation_token',
  'unlock.invalid_token': 'unlock_token',
}

/**
 * Writes an audit entry for a rejected email link: replayed, expired or invalid (rule A-81). Put it before the
 * transaction, which is rolled back by then.
 */
export const auditedLink = middleware(async ({ ctx, getRawInput, next }) => {
  const result = await next()
  if (result.ok || !(result.error.cause instanceof DomainError)) return result
  const { reason } = result.error.cause
  const parameter = PARAMETERS[reason]
  const token = parameter === undefined ? '' : readToken(await getRawInput(), parameter)
  if (token !== '') await auditRejectedCredential(ctx, reason, await findTokenHolder(ctx, token))
  return result
})

/** Reads the token from an unvalidated input; '' if there is none. */
function readToken(raw: unknown, parameter: string): string {
  if (!isRecord(raw)) return ''
  const value = isRecord(raw['user']) ? raw['user'][parameter] : raw[parameter]
  return typeof value === 'string' ? value : ''
}

/** Finds the user that a token was sent to; used and replaced tokens are not stored. */
async function findTokenHolder({ services }: RequestPart<'database'>, token: string) {
  const digest = digestHex(token)
  const row = await services.database.queries
    .selectFrom('users')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('reset_password_token_digest', '=', digest),
        eb('confirmation_token_digest', '=', digest),
        eb('unlock_token_digest', '=', digest),
      ]),
    )
    .executeTakeFirst()
  return { kind: 'User' as const, ...(row ? { userId: row.id } : {}) }
}
