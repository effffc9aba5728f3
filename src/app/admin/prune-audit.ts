import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AUDIT_KINDS } from '../../../entities/audit-entry.ts'
import { pruneSecurityEntries } from '../../audit/entries/prune.ts'
import { errorSummary } from '../../lib/error-summary.ts'
import { operator } from './operator.ts'
import { UsageError, type Command } from './usage.ts'

const OPTIONS = { before: { type: 'string' }, kind: { type: 'string', default: 'security' } } as const

/** Removes old entries of the audit trail that only tell of security; the history of content is never removed. */
export const pruneAudit: Command = {
  usage: '--before YYYY-MM-DD [--kind security]',
  summary: 'Removes audit entries about security that are older than the day (UTC), and leaves a mark of it.',
  prepare: (given) => {
    const { before, kind } = read(given)
    if (kind !== 'security') throw new UsageError(kindRefusal(kind))
    const day = dayOf(before)
    return async (services) => {
      if (day > services.clock()) throw new UsageError('--before lies in the future.')
      const run = { before: day, operator: operator(), id: randomUUID() }
      const removed = await pruneSecurityEntries(services, run)
      return `${removed} audit entries about security from before ${before} were removed.`
    }
  },
}

function read(given: string[]): { before: string; kind: string } {
  try {
    const { before = '', kind } = parseArgs({ args: given, options: OPTIONS }).values
    return { before, kind }
  } catch (error) {
    throw new UsageError(errorSummary(error))
  }
}

function kindRefusal(kind: string): string {
  const known = (AUDIT_KINDS as readonly string[]).includes(kind)
  return known ? 'The history of content is kept: only --kind security can be pruned.' : '--kind is security.'
}

/** The beginning of a day, UTC; throws for days that no calendar has. */
function dayOf(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  const real = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime())
  if (real && day.toISOString().startsWith(text)) return day
  throw new UsageError('--before takes a day, such as 2026-01-01.')
}
