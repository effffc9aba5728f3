import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { executeDeferred } from '../../database/fast-path/pipelined-lease.ts'

/**
 * Replaces the texts of a deleted comment and its thread in the audit log with hashes. Returns the number of changed
 * entries; null if this component has no such deletion (rule R-39).
 */
export async function redactDestroyed(
  db: Queries,
  componentId: number,
  destroyedId: number,
): Promise<number | null> {
  const { rows: deletions } = await sql<{ id: number; ids: number[] }>`
    select id, array(select (s ->> 'id')::int from jsonb_array_elements(changes -> 'destroyed_review_snapshots') s) as ids
    from audit_entries
    where auditable_type = 'Component' and auditable_id = ${componentId} and action = 'admin_destroy_review'
      and changes @> jsonb_build_object('review_id', ${destroyedId}::int)`.execute(db)
  const [deletion] = deletions
  if (!deletion) return null
  await executeDeferred(db, sql`select set_config('audit.redaction', 'on', true)`)
  const { rows } = await sql<{ count: number }>`
    with hashed as (
      select id, case when id = ${deletion.id} then jsonb_set(changes, '{destroyed_review_snapshots}', (
          select jsonb_agg(jsonb_set(s, '{comment}', redact_text(s -> 'comment')) order by ordinal)
          from jsonb_array_elements(changes -> 'destroyed_review_snapshots') with ordinality as n(s, ordinal)))
        else jsonb_set(changes, '{comment}', redact_text(changes -> 'comment')) end as changes
      from audit_entries
      where id = ${deletion.id} or (auditable_type = 'Review'
        and auditable_id = any(${sql.val(deletion.ids)}::integer[]) and changes -> 'comment' is not null)
    ), updated_entries as (
      update audit_entries a set changes = h.changes from hashed h where a.id = h.id and a.changes <> h.changes
      returning a.id
    )
    select count(*)::int as count from updated_entries`.execute(db)
  await executeDeferred(db, sql`select set_config('audit.redaction', 'off', true)`)
  return rows[0]?.count ?? 0
}
