import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/user.ts'
import { securityEntry } from '../../src/audit/security-entry.ts'
import { digestHex } from '../../src/auth/secrets.ts'
import type { PublicWork } from '../../src/work.ts'

/** Lifts the failure lock of whom a token was mailed to; false where there is none (rule A-13). */
export async function unlockByMail({ em, trail }: PublicWork, token: string): Promise<boolean> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
  const user = await em.findOne(User, { unlockTokenDigest: digestHex(token) }, lock)
  if (user?.lockReason !== 'failed_attempts') return false
  const changes = { locked_at: [user.lockedAt?.toISOString() ?? null, null] }
  user.unlock()
  trail.record(securityEntry(user, 'unlocked', changes))
  return true
}
