import type { AuditKind } from '../../../entities/audit-entry.ts'

/**
 * Actions of security entries: attempts, sign-ins and sign-outs. All other entries are the history of content, accounts
 * and permissions, which is permanent.
 */
const SECURITY = new Set([
  'address_locked',
  'password_failed',
  'sign_in',
  'sign_out',
  'sign_in_refused',
  'credential_refused',
  'permission_denied',
  'rate_limited',
  'token_first_used',
])

/** Returns whether an entry is permanent history, or can be pruned by an operator. */
export function toAuditKind(action: string): AuditKind {
  return SECURITY.has(action) ? 'security' : 'content'
}
