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
  twice: string[]
  /** Writes that were rejected but applied. */
  unwanted: string[]
  /** Writes that were applied partially. */
  halves: string[]
  /** Writes without a conclusive answer, applied or not. */
  openDone: number
  openUndone: number
}

/** Compares every write of the journal with the stored rows. */
export async function compareJournal(
  db: Queries,
  journal: Journal,
  target: ServiceUnderTest,
): Promise<JournalComparison> {
  const records = await countByMarker(db)
  const reckoning: JournalComparison = {
    acknowledged: journal.acknowledged,
    lost: [],
    twice: [],
    unwanted: [],
    halves: [],
    openDone: 0,
    openUndone: 0,
  }
  for (const entry of journal.entries) {
    if (!MEMBERSHIPS.includes(entry.kind)) compareEntry(reckoning, entry, records.get(entry.marker) ?? 0)
  }
  await compareMemberships(db, reckoning, journal, target)
  return reckoning
}

function compareEntry(reckoning: JournalComparison, entry: Entry, stored: number): void {
  const { outcome, expectedCount } = entry
  const description = `${entry.kind} ${entry.marker}${entry.keyed ? ' (keyed)' : ''}: ${stored} of ${expectedCount} after ${entry.answers.join(', ')}`
  if (stored > expectedCount) reckoning.twice.push(description)
  else if (stored > 0 && stored < expectedCount) reckoning.halves.push(description)
  else if (outcome === 'acknowledged' && stored === 0) reckoning.lost.push(description)
  else if (outcome === 'refused' && stored > 0) reckoning.unwanted.push(description)
  if (outcome === 'open') reckoning[stored > 0 ? 'openDone' : 'openUndone'] += 1
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
  reckoning: JournalComparison,
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
    if (granted < sure) reckoning.lost.push(description)
    if (granted > sure + open) reckoning.twice.push(description)
    reckoning.openDone += Math.max(0, granted - sure)
    reckoning.openUndone += Math.max(0, sure + open - granted)
  }
}

function toSubject({ kind, path, body }: Entry): string {
  if (kind !== 'membership') return `${ACTIONS[kind]} ${path.split('/').at(-1)}`
  const membership = body?.['membership']
  const user =
    typeof membership === 'object' && membership !== null && 'user_id' in membership ? membership.user_id : ''
  return `create for ${String(user)}`
}
