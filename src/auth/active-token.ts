import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: the access token is active. test/auth/active-credentials.test.ts compares it with `isActiveToken`
 * (entities/access-token.ts).
 */
export function isTokenActive(tokens: string, today: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${tokens}.${name}`)
  return sql<boolean>`(${column('revoked_at')} is null
    and (${column('expires_at')} is null or ${column('expires_at')} > ${today}::date))`
}
