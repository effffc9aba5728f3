import { sql } from 'kysely'
import { noteAside } from '../audit/aside.ts'
import type { Actor, RequestContext, Services } from '../context.ts'
import type { TokenScope } from '../vocabulary.ts'

/** An access token as a request finds it; unusable ones are revoked or expired. */
export interface FoundToken {
  id: number
  name: string
  usable: boolean
  /** The owner is locked by an administrator, or unconfirmed. */
  barred: boolean
  /** No request was let in by it so far. */
  unused: boolean
  /** Its last use is old enough to be noted anew. */
  stale: boolean
  scopes: TokenScope[]
  allowedIps: string[] | null
  user: Pick<Actor, 'id' | 'name' | 'email' | 'admin' | 'provider'>
}

/**
 * Looks an access token up by its digest, in one query. It is dead from 00:00 UTC of its expiry date (accounts 3.5).
 */
export async function findToken(services: Services, digest: string): Promise<FoundToken | null> {
  const { database, env, clock } = services
  const now = clock()
  const row = await database.reader
    .selectFrom('access_tokens as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.name as token_name',
      't.last_used_at',
      't.scopes',
      't.allowed_ips',
      't.revoked_at',
      'u.id as user_id',
      'u.name',
      'u.email',
      'u.admin',
      'u.provider',
      'u.lock_reason',
      'u.confirmed_at',
      sql<boolean>`t.expires_at is not null and t.expires_at <= ${now.toISOString().slice(0, 10)}::date`.as(
        'expired',
      ),
      sql<boolean>`t.last_used_at is null or t.last_used_at < ${new Date(now.getTime() - 60_000).toISOString()}::timestamptz`.as(
        'stale',
      ),
    ])
    .where('t.token_digest', '=', digest)
    .executeTakeFirst()
  if (!row) return null
  const barred = row.lock_reason === 'admin' || (env.accounts.emailConfirmation && row.confirmed_at === null)
  return {
    id: row.id,
    name: row.token_name,
    usable: row.revoked_at === null && !row.expired,
    barred,
    unused: row.last_used_at === null,
    stale: row.stale,
    scopes: row.scopes,
    allowedIps: row.allowed_ips,
    user: { id: row.user_id, name: row.name, email: row.email, admin: row.admin, provider: row.provider },
  }
}

/** Notes that a request was let in by a token, at most once a minute; its very first use leaves an audit entry. */
export async function noteTokenUse(ctx: RequestContext, token: FoundToken): Promise<void> {
  if (!token.stale) return
  const { database, clock } = ctx.services
  const update = database.reader
    .updateTable('access_tokens')
    .set({ last_used_at: clock().toISOString() })
    .where('id', '=', token.id)
  if (!token.unused) return void (await update.execute())
  const { numUpdatedRows } = await update.where('last_used_at', 'is', null).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await noteAside(ctx, {
    action: 'token_first_used',
    auditableType: 'AccessToken',
    auditableId: token.id,
    affectedUserId: token.user.id,
    affectedName: token.name,
    changes: {},
  })
}
