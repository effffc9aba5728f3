import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import type { Entry, Journal } from '../../verification/chaos/journal.ts'
import type { ServiceUnderTest } from './service-under-test.ts'

/** The differences between the journal and the stored rows; each list of texts is empty without errors. */
export interface Reckoning {
  acknowledged: number
  /** Acknowledged, and not there. */
  lost: string[]
  /** Done more than once. */
  twice: string[]
  /** Refused, and done. */
  unwanted: string[]
  /** Some of its records, and not all. */
  halves: string[]
  /** Never answered so that anyone knows, and done or not. */
  openDone: number
  openUndone: number
}

/** Looks for every write of the journal. */
export async function reckon(db: Queries, journal: Journal, place: ServiceUnderTest): Promise<Reckoning> {
  const found = await marked(db)
  const reckoning: Reckoning = {
    acknowledged: journal.acknowledged,
    lost: [],
    twice: [],
    unwanted: [],
    halves: [],
    openDone: 0,
    openUndone: 0,
  }
  for (const entry of journal.entries) {
    if (!MEMBERSHIPS.includes(entry.kind)) judge(reckoning, entry, found.get(entry.marker) ?? 0)
  }
  await judgeMemberships(db, reckoning, journal, place)
  return reckoning
}

function judge(reckoning: Reckoning, entry: Entry, found: number): void {
  const { outcome, bears } = entry
  const description = `${entry.kind} ${entry.marker}${entry.keyed ? ' (keyed)' : ''}: ${found} of ${bears} after ${entry.answers.join(', ')}`
  if (found > bears) reckoning.twice.push(description)
  else if (found > 0 && found < bears) reckoning.halves.push(description)
  else if (outcome === 'acknowledged' && found === 0) reckoning.lost.push(description)
  else if (outcome === 'refused' && found > 0) reckoning.unwanted.push(description)
  if (outcome === 'open') reckoning[found > 0 ? 'openDone' : 'openUndone'] += 1
}

/** The number of records with each marker. */
async function marked(db: Queries): Promise<Map<string, number>> {
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

/** Memberships have no marker: they are counted by person in the audit trail. A member may get the same role again. */
async function judgeMemberships(
  db: Queries,
  reckoning: Reckoning,
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
  for (const [what, same] of Map.groupBy(entries, subjectOf)) {
    const found = times.get(what) ?? 0
    const sure = same.filter(({ outcome }) => outcome === 'acknowledged').length
    const open = same.filter(({ outcome }) => outcome === 'open').length
    const description = `${what}: ${found}, acknowledged ${sure}, open ${open}`
    if (found < sure) reckoning.lost.push(description)
    if (found > sure + open) reckoning.twice.push(description)
    reckoning.openDone += Math.max(0, found - sure)
    reckoning.openUndone += Math.max(0, sure + open - found)
  }
}

function subjectOf({ kind, path, body }: Entry): string {
  if (kind !== 'membership') return `${ACTIONS[kind]} ${path.split('/').at(-1)}`
  const given = body?.['membership']
  const user = typeof given === 'object' && given !== null && 'user_id' in given ? given.user_id : ''
  return `create for ${String(user)}`
}
