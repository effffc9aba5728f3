import { LockMode } from '@mikro-orm/core'
import { Identity } from '../../../entities/identity.ts'
import type { User } from '../../../entities/user.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { Env } from '../../config/env.ts'
import type { Em } from '../../database/database.ts'
import { stateError } from '../../errors.ts'

/**
 * Removes all identities of a user who requested it with a new password, in the caller's transaction (rule A-28).
 * @throws 422 `identity.last_sign_in` if password sign-in is disabled
 */
export async function unlinkIdentities(em: Em, auditLog: AuditLog, env: Env, user: User): Promise<void> {
  if (!env.accounts.localLogin) {
    throw stateError(
      'identity.last_sign_in',
      'Password sign-in is switched off: this is the only way to sign in.',
    )
  }
  const identities = await em.find(
    Identity,
    { userId: user.id },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const identity of identities) {
    auditLog.setReason(identity, 'Removed together with the change of the password.')
    em.remove(identity)
  }
  user.provider = null
  user.uid = null
  await em.flush()
}
