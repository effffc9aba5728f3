import type { AuditKind } from '../../../entities/audit-entry.ts'

/**
 * What only tells of attempts and of comings and goings. Everything else is history: what became of content, of
 * accounts and of rights stays for good.
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

/** Whether an entry is history that is kept, or may be pruned by an operator. */
export function kindOf(action: string): AuditKind {
  return SECURITY.has(action) ? 'security' : 'content'
}
