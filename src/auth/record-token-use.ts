import { auditOutOfBand, type AuditedRequest } from '../audit/out-of-band.ts'
import type { TokenRecord } from './token.ts'

/** Records the use of a token, at most once a minute; its first use also writes an audit entry. */
export async function recordTokenUse(ctx: AuditedRequest, token: TokenRecord): Promise<void> {
  if (!token.stale) return
  const { database, clock } = ctx.services
  const update = database.queries
    .updateTable('access_tokens')
    .set({ last_used_at: clock().toISOString() })
    .where('id', '=', token.id)
  if (!token.unused) return void (await update.execute())
  const { numUpdatedRows } = await update.where('last_used_at', 'is', null).executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) return
  await auditOutOfBand(ctx, {
    action: 'token_first_used',
    auditableType: 'AccessToken',
    auditableId: token.id,
    affectedUserId: token.user.id,
    affectedName: token.name,
    changes: {},
  })
}
