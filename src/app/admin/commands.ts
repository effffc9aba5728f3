import { createAdministrator, resetPassword } from './accounts.ts'
import { pruneAudit } from './prune-audit.ts'
import type { Command } from './usage.ts'

/** The operator's commands by name. */
export const commands: Record<string, Command> = {
  'reset-password': resetPassword,
  create: createAdministrator,
  'prune-audit': pruneAudit,
}
