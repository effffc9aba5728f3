import type { User } from '../../entities/user.ts'
import type { AnonymousUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { unlinkIdentities } from '../../src/auth/external/unlink.ts'
import { revokeTokens } from '../../src/auth/revoke-tokens.ts'
import { notifyOfPasswordChange } from '../../src/outbox/account-mails.ts'

/** The access that a new password also revokes, if requested. */
export interface PasswordRevocations {
  revokeTokens: boolean
  unlinkIdentities: boolean
}

/**
 * Applies the effects of a new password and emails the owner. The caller of this function ends the sessions.
 */
export async function applyPasswordEffects(
  work: AnonymousUnitOfWork,
  user: User,
  also: PasswordRevocations,
): Promise<void> {
  const { em, env, now, auditLog } = work
  const because = 'Revoked together with the change of the password.'
  if (also.revokeTokens) await revokeTokens(work, user.id, because)
  if (also.unlinkIdentities) await unlinkIdentities(em, auditLog, env, user)
  await notifyOfPasswordChange(em, user, now)
}
