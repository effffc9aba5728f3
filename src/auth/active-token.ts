import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the access token of this table or alias lives, as `isActiveToken` (entities/access-token.ts) decides it.
 * test/auth/lives.test.ts holds both against each other.
 */
export function isTokenActive(tokens: string, today: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${tokens}.${name}`)
  return sql<boolean>`(${column('revoked_at')} is null
    and (${column('expires_at')} is null or ${column('expires_at')} > ${today}::date))`
}
