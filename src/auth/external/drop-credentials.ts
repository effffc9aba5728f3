import { LockMode } from '@mikro-orm/core'
import { Identity } from '../../../entities/identity.ts'
import type { User } from '../../../entities/user.ts'
import { createSecurityEntry } from '../../audit/entries/security-entry.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import { revokeTokens } from '../revoke-tokens.ts'

const REASON = 'The address of the account was never verified before a provider verified it.'

/**
 * Removes password, email tokens, access tokens, identities and chat handle of a write-locked account (rule A-91). The
 * caller ends the sessions.
 */
export async function dropCredentials(
  work: Pick<UnitOfWork, 'em' | 'auditLog' | 'now'>,
  user: User,
): Promise<void> {
  const { em, auditLog } = work
  const identities = await em.find(
    Identity,
    { userId: user.id },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  for (const identity of identities) {
    auditLog.setReason(identity, REASON)
    em.remove(identity)
  }
  await revokeTokens(work, user.id, REASON)
  user.dropPassword()
  user.slackUserId = null
  const changes = { reason: 'unverified_address', identities: identities.length }
  auditLog.record({ ...createSecurityEntry(user, 'credentials_dropped', changes), comment: REASON })
  await em.flush()
}
