import { generateResetLink } from './generate-reset-link.ts'
import { lock } from './lock.ts'
import { sendPasswordReset } from './send-password-reset.ts'
import { endSessions, listSessions } from './sessions.ts'
import { setPassword } from './set-password.ts'
import { unlock } from './unlock.ts'

/** Locks, passwords and sessions of other users, for system administrators (rule A-18). */
export const users = {
  lock,
  unlock,
  setPassword,
  sendPasswordReset,
  generateResetLink,
  endSessions,
  listSessions,
}
