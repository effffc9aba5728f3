import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/user.ts'
import { createSecurityEntry } from '../../src/audit/entries/security-entry.ts'
import type { AnonymousUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { unlockSessions } from '../../src/auth/sessions/unlock-sessions.ts'
import { digestHex } from '../../src/lib/secrets.ts'

/** Lifts the failure lock of a token's user; returns false if there is none (rule A-13). */
export async function unlockByMail(
  { em, db, now, auditLog }: AnonymousUnitOfWork,
  token: string,
): Promise<boolean> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
  const user = await em.findOne(User, { unlockTokenDigest: digestHex(token) }, lock)
  if (user?.lockReason !== 'failed_attempts') return false
  const changes = { locked_at: [user.lockedAt?.toISOString() ?? null, null] }
  user.unlockByMail(now)
  await unlockSessions(db, user.id)
  auditLog.record(createSecurityEntry(user, 'unlocked', changes))
  return true
}
