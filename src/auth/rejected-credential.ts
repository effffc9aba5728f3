import { auditOutOfBand } from '../audit/out-of-band.ts'
import { networkOf } from '../lib/client-address.ts'
import type { RequestContext } from '../request-context.ts'

/** How many different refusals of one kind from one network are kept per minute: a guesser must not fill the trail. */
const KEPT_PER_MINUTE = 10

/** Whose credential was refused, as far as it is known, and what it lacked; a session's unless told. */
export interface RejectedCredential {
  kind?: 'Session' | 'User'
  tokenId?: number
  userId?: number
  scope?: string
}

/**
 * Leaves an audit entry of a credential that was presented and refused: unknown, expired, revoked, or used from
 * outside its addresses or scopes (rule A-81). Never the credential itself.
 */
export async function auditRejectedCredential(
  ctx: RequestContext,
  reason: string,
  { kind = 'Session', tokenId, userId, scope }: RejectedCredential = {},
): Promise<void> {
  await auditOutOfBand(
    ctx,
    {
      action: 'credential_refused',
      auditableType: tokenId === undefined ? kind : 'AccessToken',
      auditableId: tokenId ?? (kind === 'User' ? (userId ?? null) : null),
      affectedUserId: userId ?? null,
      changes: { reason, ...(scope === undefined ? {} : { scope }) },
    },
    [{ key: `refused:${reason}:${networkOf(ctx.request.address)}`, perMinute: KEPT_PER_MINUTE }],
  )
}
