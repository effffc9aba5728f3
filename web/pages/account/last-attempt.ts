import type { Outputs } from '../../api/client.ts'

type Lockout = Outputs['system']['settings']['lockout']

const failures = new Map<string, number>()

/** Counts a wrong password for an address. The service does not say how many are left, so this page counts itself. */
export function countWrongPassword(email: string): void {
  failures.set(toKey(email), (failures.get(toKey(email)) ?? 0) + 1)
}

/** Forgets the wrong passwords of an address, after a sign-in or when it is locked. */
export function forgetWrongPasswords(email: string): void {
  failures.delete(toKey(email))
}

/** Whether another wrong password locks the address, and the service wants users to be warned. */
export function isLastAttempt(email: string, lockout: Lockout): boolean {
  if (!lockout.enabled || !lockout.last_attempt_warning) return false
  const count = failures.get(toKey(email)) ?? 0
  return count > 0 && count >= lockout.maximum_attempts - 1
}

function toKey(email: string): string {
  return email.trim().toLowerCase()
}
