import { sql } from 'kysely'
import type { z } from 'zod'
import { isTokenActive } from '../../../src/auth/active-token.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { OverseenToken } from './tokens.schema.ts'

/** Parameters: the owner and the current day. */
const selectTokensOfOwner = preparedQuery(
  (db, userId: number, today: string) =>
    db
      .selectFrom('access_tokens as t')
      .innerJoin('users as u', 'u.id', 't.user_id')
      .select([
        't.id',
        't.name',
        't.token_prefix',
        't.scopes',
        't.expires_at',
        't.last_used_at',
        't.revoked_at',
        't.allowed_ips',
        't.created_at',
        'u.id as user_id',
        'u.name as user_name',
        'u.email as user_email',
      ])
      .where('t.user_id', '=', userId)
      .orderBy(sql`case when ${isTokenActive('t', today)} then 0 when t.revoked_at is null then 1 else 2 end`)
      .orderBy('t.created_at', 'desc')
      .orderBy('t.id', 'desc'),
  { short: true },
)

/**
 * Lists a user's tokens: active first, revoked last, newest first within (rule A-45). `isAdminView` adds
 * the owner.
 */
export async function listTokens(
  db: Queries,
  userId: number,
  today: string,
  isAdminView: boolean,
): Promise<z.infer<typeof OverseenToken>[]> {
  const rows = await selectTokensOfOwner(db, userId, today)
  return rows.map(({ user_id, user_name, user_email, ...token }) => ({
    ...token,
    last_used_at: toWireTime(token.last_used_at),
    revoked_at: toWireTime(token.revoked_at),
    created_at: toWireTime(token.created_at),
    ...(isAdminView ? { user_id, user_name, user_email } : {}),
  }))
}
