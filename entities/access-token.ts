import { defineEntity, p } from '@mikro-orm/core'
import { stateError, validationError } from '../src/errors.ts'
import { TOKEN_SCOPES, type TokenScope } from '../src/vocabulary.ts'
import { createdAt, id, sqlList, time, updatedAt } from './columns.ts'
import { User } from './user.ts'

const AccessTokenSchema = defineEntity({
  name: 'AccessToken',
  tableName: 'access_tokens',
  properties: {
    id: id(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    name: p.text(),
    tokenPrefix: p.text(),
    tokenDigest: p.text().hidden(),
    scopes: p.array<TokenScope>(),
    expiresAt: p.date().nullable(),
    lastUsedAt: time().nullable(),
    revokedAt: time().nullable(),
    allowedIps: p.array().nullable(),
    expiryNoticeSentAt: time().nullable(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  uniques: [{ name: 'access_tokens_token_digest_unique', properties: ['tokenDigest'] }],
  indexes: [{ name: 'access_tokens_user_id', properties: ['userId', 'id'] }],
  checks: [
    {
      name: 'access_tokens_scopes_known',
      expression: `cardinality(scopes) > 0 and scopes <@ array[${sqlList(TOKEN_SCOPES)}]::text[]`,
    },
  ],
})

const DAY = 86_400_000

/** A personal access token (rule A-40). The raw value is shown once; only its digest is stored. */
export class AccessToken extends AccessTokenSchema.class {
  /** Revokes the token; later calls keep the time of the first revocation (rule A-44). */
  revoke(now: Date): void {
    this.revokedAt ??= now
  }
}
AccessTokenSchema.setClass(AccessToken)

/**
 * Whether a token is active: not revoked, and before 00:00 UTC of its expiry date (rule A-44). In SQL:
 * `isTokenActive` (src/auth/active-token.ts).
 */
export function isActiveToken(
  token: { revokedAt?: Date | string | null | undefined; expiresAt?: string | null | undefined },
  today: string,
): boolean {
  return !token.revokedAt && (!token.expiresAt || token.expiresAt > today)
}

/** The calendar day of an instant, in UTC. */
export function toDay(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}

/**
 * Returns the expiry date of a new token: the requested one, or the latest allowed. Throws 422 if the date is
 * not after today or exceeds the maximum (rule A-41).
 */
export function toTokenExpiry(requested: string | null | undefined, now: Date, maxDays: number): string {
  const latest = toDay(new Date(now.getTime() + maxDays * DAY))
  const expiry = requested ?? latest
  if (expiry <= toDay(now)) throw validationError('token.expiry', 'expires_at', 'must be after today')
  if (expiry > latest) {
    throw validationError('token.expiry', 'expires_at', `must be at most ${maxDays} days from today`)
  }
  return expiry
}

/** Throws 422 if the user already has the maximum number of active tokens. */
export function assertTokenQuota(active: number, limit: number): void {
  if (active < limit) return
  throw stateError('token.quota', `You already have ${limit} active tokens. Revoke one first.`)
}
