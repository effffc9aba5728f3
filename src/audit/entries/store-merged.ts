import { sql } from 'kysely'
import type { AuditKind } from '../../../entities/audit-entry.ts'
import type { Queries } from '../../database/database.ts'
import { toNetwork } from '../../lib/client-address.ts'
import { digestHex } from '../../lib/secrets.ts'

/** The columns of an entry whose repetitions within a minute are merged into one row. */
export interface MergedRow {
  kind: AuditKind
  action: string
  auditable_type: string
  auditable_id: number | null
  affected_user_id: number | null
  affected_name: string | null
  changes: Record<string, unknown>
  actor_type: string
  actor_id: number | null
  actor_name: string
  remote_address: string | null
  request_id: string | null
  created_at: string
}

const MINUTE = 60_000

/**
 * Returns the merge key of an entry: the same action, record and client network within the same minute. The
 * name that a client reports is excluded, because the client chooses it.
 */
export function toMergeKey(row: MergedRow): string {
  const { client: _, ...changes } = row.changes
  const minute = Math.floor(Date.parse(row.created_at) / MINUTE)
  const parts = [row.action, row.auditable_type, row.auditable_id, row.affected_user_id, row.actor_id]
  return digestHex(JSON.stringify([minute, ...parts, toNetwork(row.remote_address), changes]))
}

/** Increases the count of a merged entry with one statement; false if there is none. */
export async function countRepetition(db: Queries, mergeKey: string, time: string): Promise<boolean> {
  const { rows } = await sql`
    update audit_entries set occurrences = occurrences + 1, last_occurred_at = ${time}::timestamptz
    where merge_key = ${mergeKey} returning id`.execute(db)
  return rows.length > 0
}

/** Stores an entry, or increases the count of the same entry of this minute. */
export async function storeMerged(
  db: Queries,
  row: MergedRow,
  mergeKey = toMergeKey(row),
  times = 1,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values({ ...row, merge_key: mergeKey, occurrences: times })
    .onConflict((conflict) =>
      conflict
        .column('merge_key')
        .where('merge_key', 'is not', null)
        .doUpdateSet({
          occurrences: sql<number>`audit_entries.occurrences + excluded.occurrences`,
          last_occurred_at: sql<string>`excluded.created_at`,
        }),
    )
    .execute()
}
