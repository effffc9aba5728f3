import { sql } from 'kysely'
import { toDay, isActiveToken } from '../../entities/access-token.ts'
import type { Actor } from '../audit/actor.ts'
import type { Env } from '../config/env.ts'
import type { CoreServices } from '../core-services.ts'
import { createLoader } from '../database/loader.ts'
import type { TokenScope } from '../vocabulary.ts'
import { refusesSignIn } from './accounts/can-sign-in.ts'

/** An access token lookup result; unusable tokens are revoked or expired. */
export interface TokenRecord {
  id: number
  name: string
  usable: boolean
  /** Whether the owner is locked by an administrator or unconfirmed. */
  ownerRefused: boolean
  /** Whether the token was never used. */
  unused: boolean
  /** Whether the last use must be written again. */
  stale: boolean
  scopes: TokenScope[]
  allowedIps: string[] | null
  user: Pick<Actor, 'id' | 'name' | 'email' | 'admin' | 'provider'>
}

/** Finds an access token by its digest; null if there is none. */
export type TokenLookup = (digest: string) => Promise<TokenRecord | null>

/** Creates a lookup that batches concurrent requests into one statement. */
export function createTokenLookup(services: CoreServices): TokenLookup {
  return createLoader((digests) => findTokens(services, digests))
}

async function findTokens(
  { database, env, clock }: CoreServices,
  digests: string[],
): Promise<(TokenRecord | null)[]> {
  const now = clock()
  const { rows } = await sql<TokenRow>`
    select t.id, t.token_digest, t.name as token_name, t.last_used_at, t.scopes, t.allowed_ips, t.revoked_at,
      u.id as user_id, u.name, u.email, u.admin, u.provider, u.lock_reason, u.confirmed_at,
      t.expires_at,
      coalesce(t.last_used_at < ${new Date(now.getTime() - 60_000).toISOString()}::timestamptz, true) as stale
    from access_tokens t join users u on u.id = t.user_id
    where t.token_digest = any (${digests}::text[])`.execute(database.queries)
  const rowsByDigest = new Map(rows.map((row) => [row.token_digest, row]))
  return digests.map((digest) => {
    const row = rowsByDigest.get(digest)
    return row ? toTokenRecord(row, env, toDay(now)) : null
  })
}

interface TokenRow {
  id: number
  token_digest: string
  token_name: string
  last_used_at: string | null
  scopes: TokenScope[]
  allowed_ips: string[] | null
  revoked_at: string | null
  user_id: number
  name: string
  email: string
  admin: boolean
  provider: string | null
  lock_reason: string | null
  confirmed_at: string | null
  expires_at: string | null
  stale: boolean
}

function toTokenRecord(row: TokenRow, env: Env, today: string): TokenRecord {
  return {
    id: row.id,
    name: row.token_name,
    usable: isActiveToken({ revokedAt: row.revoked_at, expiresAt: row.expires_at }, today),
    ownerRefused: refusesSignIn(row, env),
    unused: row.last_used_at === null,
    stale: row.stale,
    scopes: row.scopes,
    allowedIps: row.allowed_ips,
    user: { id: row.user_id, name: row.name, email: row.email, admin: row.admin, provider: row.provider },
  }
}
