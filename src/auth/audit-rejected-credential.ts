import { auditOutOfBand, type AuditedRequest } from '../audit/out-of-band.ts'
import { toNetwork } from '../lib/client-address.ts'

/** Audit entries per minute, reason and network, so that guessing cannot flood the audit log. */
const MAX_PER_MINUTE = 10

/** The rejected credential, as far as it is known; a session's by default. */
export interface RejectedCredential {
  kind?: 'Session' | 'User'
  tokenId?: number
  userId?: number
  scope?: string
}

/**
 * Writes an audit entry for a rejected credential: unknown, expired, revoked, or outside its addresses or scopes (rule
 * Never stores the credential.
 */
export async function auditRejectedCredential(
  ctx: AuditedRequest,
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
    [{ key: `refused:${reason}:${toNetwork(ctx.request.address)}`, perMinute: MAX_PER_MINUTE }],
  )
}
