import { defineEntity, p } from '@mikro-orm/core'
import { time } from './columns.ts'
import { countFailure, isLockedOut, type FailureOutcome, type LockoutPolicy } from './lockout.ts'

const FailedSignInsSchema = defineEntity({
  name: 'FailedSignIns',
  tableName: 'failed_sign_ins',
  properties: {
    /** Digest of the address. */
    digest: p.text().primary(),
    failedAttempts: p.integer().default(0),
    firstFailedAt: time().nullable(),
    lastFailedAt: time(),
    lockedAt: time().nullable(),
  },
  indexes: [{ name: 'failed_sign_ins_last_failed_at', properties: ['lastFailedAt'] }],
})

/**
 * Failed sign-ins with an address that belongs to no account. Such an address locks like an account, so that
 * a 423 does not reveal which addresses exist (rule A-22).
 */
export class FailedSignIns extends FailedSignInsSchema.class {
  isLocked(now: Date, policy: LockoutPolicy): boolean {
    return isLockedOut(this, now, policy)
  }

  recordFailure(now: Date, policy: LockoutPolicy): FailureOutcome {
    return countFailure(this, now, policy)
  }
}
FailedSignInsSchema.setClass(FailedSignIns)
