import { type RawBuilder, sql } from 'kysely'

/**
 * SQL condition: the access token is active. test/auth/active-credentials.test.ts compares it with `isActiveToken`
 * (entities/access-token.ts).
 */
export function isTokenActive(tokens: string, today: string): RawBuilder<boolean> {
  const refColumn = (name: string) => sql.ref(`${tokens}.${name}`)
  return sql<boolean>`(${refColumn('revoked_at')} is null
    and (${refColumn('expires_at')} is null or ${refColumn('expires_at')} > ${today}::date))`
}
