import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import type { Entry, Journal } from '../../verification/chaos/journal.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

/** The differences between the journal and the stored rows; each list of texts is empty without errors. */
export interface JournalComparison {
  acknowledged: number
  /** Writes that were acknowledged but are missing. */
  lost: string[]
  /** Writes that were applied more than once. */
  duplicated: string[]
  /** Writes that were rejected but applied. */
  rejectedButApplied: string[]
  /** Writes that were applied partially. */
  partial: string[]
  /** Writes without a conclusive answer, applied or not. */
  unansweredApplied: number
  unansweredNotApplied: number
}

/** Compares every write of the journal with the stored rows. */
export async function compareJournal(
  db: Queries,
  journal: Journal,
  target: ServiceUnderTest,
): Promise<JournalComparison> {
  const records = await countByMarker(db)
  const comparison: JournalComparison = {
    acknowledged: journal.acknowledged,
    lost: [],
    duplicated: [],
    rejectedButApplied: [],
    partial: [],
    unansweredApplied: 0,
    unansweredNotApplied: 0,
  }
  for (const entry of journal.entries) {
    if (!MEMBERSHIPS.includes(entry.kind)) compareEntry(comparison, entry, records.get(entry.marker) ?? 0)
  }
  await compareMemberships(db, comparison, journal, target)
  return comparison
}

function compareEntry(comparison: JournalComparison, entry: Entry, stored: number): void {
  const { outcome, expectedCount } = entry
  const description = `${entry.kind} ${entry.marker}${entry.keyed ? ' (keyed)' : ''}: ${stored} of ${expectedCount} after ${entry.answers.join(', ')}`
  if (stored > expectedCount) comparison.duplicated.push(description)
  else if (stored > 0 && stored < expectedCount) comparison.partial.push(description)
  else if (outcome === 'acknowledged' && stored === 0) comparison.lost.push(description)
  else if (outcome === 'refused' && stored > 0) comparison.rejectedButApplied.push(description)
  if (outcome === 'open') comparison[stored > 0 ? 'unansweredApplied' : 'unansweredNotApplied'] += 1
}

/** The number of records with each marker. */
async function countByMarker(db: Queries): Promise<Map<string, number>> {
  const { rows } = await sql<{ marker: string; times: number }>`
    select marker, count(*)::integer as times from (
      select comment as marker from reviews
      union all select changes -> 'title' ->> 1 from audit_entries where auditable_type = 'BaseRule' and action = 'update'
      union all select title from rules r where not exists (select from audit_entries a
        where a.rule_id = r.id and a.action = 'update' and a.changes -> 'title' ->> 1 = r.title)
      union all select name from projects) m
    where marker like 'chaos %' group by 1`.execute(db)
  return new Map(rows.map(({ marker, times }) => [marker, times]))
}

const MEMBERSHIPS = ['membership', 'role', 'membership ended']
const ACTIONS: Record<string, string> = { membership: 'create', 'membership ended': 'destroy' }

/** Memberships have no marker: they are counted by person in the audit log. A member may get the same role again. */
async function compareMemberships(
  db: Queries,
  comparison: JournalComparison,
  journal: Journal,
  { projectId }: ServiceUnderTest,
): Promise<void> {
  const { rows } = await sql<{ what: string; times: number }>`
    select action || ' ' || auditable_id as what, count(*)::integer as times from audit_entries
    where auditable_type = 'Membership' and project_id = ${projectId} group by 1
    union all
    select 'create for ' || (changes ->> 'user_id'), count(*)::integer from audit_entries
    where auditable_type = 'Membership' and project_id = ${projectId} and action = 'create' group by 1`.execute(
    db,
  )
  const times = new Map(rows.map((row) => [row.what, row.times]))
  const entries = journal.entries.filter(({ kind }) => kind in ACTIONS)
  for (const [subject, same] of Map.groupBy(entries, toSubject)) {
    const granted = times.get(subject) ?? 0
    const sure = same.filter(({ outcome }) => outcome === 'acknowledged').length
    const open = same.filter(({ outcome }) => outcome === 'open').length
    const description = `${subject}: ${granted}, acknowledged ${sure}, open ${open}`
    if (granted < sure) comparison.lost.push(description)
    if (granted > sure + open) comparison.duplicated.push(description)
    comparison.unansweredApplied += Math.max(0, granted - sure)
    comparison.unansweredNotApplied += Math.max(0, sure + open - granted)
  }
}

function toSubject({ kind, path, body }: Entry): string {
  if (kind !== 'membership') return `${ACTIONS[kind]} ${path.split('/').at(-1)}`
  const membership = body?.['membership']
  const user =
    typeof membership === 'object' && membership !== null && 'user_id' in membership ? membership.user_id : ''
  return `create for ${String(user)}`
}
