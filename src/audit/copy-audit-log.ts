import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { isContentEntry } from './content.ts'

/**
 * Copies the audit entries of a component and of its live requirements to its copy; parts lose their original id.
 * Entries about single comments are not copied, so that a deleted thread does not survive in copies (rule R-38).
 */
export async function copyAuditLog(
  db: Queries,
  { sourceId, copyId, projectId }: { sourceId: number; copyId: number; projectId: number },
): Promise<void> {
  await sql`insert into audit_entries (action, auditable_type, auditable_id, associated_type, associated_id, project_id,
      component_id, rule_id, actor_id, actor_type, actor_name, affected_name, changes, comment, request_id, created_at)
    select a.action, a.auditable_type,
      case when a.auditable_type = 'BaseRule' then n.id when a.auditable_type = 'Component' then ${copyId}::integer end,
      a.associated_type,
      case when a.auditable_type = 'BaseRule' then ${copyId}::integer when a.auditable_type = 'Component' then ${projectId}::integer else n.id end,
      ${projectId}::integer, ${copyId}::integer, n.id, a.actor_id, a.actor_type, a.actor_name, a.affected_name, a.changes, a.comment,
      a.request_id, a.created_at
    from audit_entries a left join rules o on o.id = a.rule_id
    left join rules n on n.component_id = ${copyId} and n.rule_id = o.rule_id
    where a.component_id = ${sourceId} and ${isContentEntry('a')} and (a.auditable_type = 'Component' or n.id is not null)
    order by a.id`.execute(db)
}
