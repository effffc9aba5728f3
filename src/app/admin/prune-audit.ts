import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AUDIT_KINDS } from '../../../entities/audit-entry.ts'
import { pruneSecurityEntries } from '../../audit/entries/prune.ts'
import { readOperator } from './operator.ts'
import { toUsageError, UsageError, type Command } from './usage.ts'

const OPTIONS = { before: { type: 'string' }, kind: { type: 'string', default: 'security' } } as const

/** Deletes old security entries of the audit log. The history of content is never deleted. */
export const pruneAudit: Command = {
  usage: '--before YYYY-MM-DD [--kind security]',
  summary: 'Deletes security entries of the audit log from before the day (UTC). Audited.',
  prepare: (args) => {
    const { before, kind } = parseOptions(args)
    if (kind !== 'security') throw new UsageError(describeKindError(kind))
    const day = parseDay(before)
    return async (services) => {
      if (day > services.clock()) throw new UsageError('--before is in the future.')
      const run = { before: day, operator: readOperator(), id: randomUUID() }
      const removed = await pruneSecurityEntries(services, run)
      return `${removed} security entries of the audit log from before ${before} were removed.`
    }
  },
}

function parseOptions(args: string[]): { before: string; kind: string } {
  try {
    const { before = '', kind } = parseArgs({ args, options: OPTIONS }).values
    return { before, kind }
  } catch (error) {
    throw toUsageError(error)
  }
}

function describeKindError(kind: string): string {
  const known = (AUDIT_KINDS as readonly string[]).includes(kind)
  return known ? 'The history of content cannot be pruned, only --kind security.' : '--kind is security.'
}

/** Parses a day; returns its start in UTC. Throws for invalid dates. */
function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`)
  const real = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime())
  if (real && day.toISOString().startsWith(text)) return day
  throw new UsageError('--before takes a day, such as 2026-01-01.')
}
