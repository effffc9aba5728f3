import { sql } from 'kysely'
import type { Reader } from '../../src/database.ts'

/**
 * Copies the reviews of a component's live requirements, and of the component itself, onto its copy: author, action,
 * text, section, times, threads and imported names; no triage and no reactions (components 3.1). The copies are comments
 * of their own component from then on: deleting the originals, or them, leaves the others to their own administrators.
 */
export async function copyReviews(db: Reader, from: number, to: number, projectId: number): Promise<void> {
  await sql`with map as materialized (
      select v.id as old_id, nextval(pg_get_serial_sequence('reviews', 'id'))::integer as new_id, n.id as rule_id
      from reviews v left join rules o on o.id = v.rule_id
      left join rules n on n.component_id = ${to} and n.rule_id = o.rule_id
      where v.component_id = ${from} and (v.rule_id is null or n.id is not null) order by v.id)
    insert into reviews (id, project_id, component_id, rule_id, commentable_type, user_id, action, comment, markers, section,
      responding_to_review_id, commenter_imported_name, commenter_imported_email, withdrawn_at, edited_at, created_at,
      updated_at)
    select m.new_id, ${projectId}::integer, ${to}::integer, m.rule_id, v.commentable_type, v.user_id, v.action, v.comment, v.markers,
      v.section, p.new_id, v.commenter_imported_name, v.commenter_imported_email, v.withdrawn_at, v.edited_at, v.created_at, v.updated_at
    from map m join reviews v on v.id = m.old_id left join map p on p.old_id = v.responding_to_review_id
    where v.responding_to_review_id is null or p.new_id is not null
    order by m.new_id`.execute(db)
}

/** Entries about single comments of the original: a deleted thread must not live on in every copy (comments 3.9). */
const ABOUT_REVIEWS = sql.join(
  ['admin_destroy_review', 'redact_destroyed_review', 'review_moved_out'].map((action) => sql.lit(action)),
)

/** Copies the trail of a component and of its live requirements onto its copy; parts lose the id of the original. */
export async function copyTrail(db: Reader, from: number, to: number, projectId: number): Promise<void> {
  await sql`insert into audit_entries (action, auditable_type, auditable_id, associated_type, associated_id, project_id,
      component_id, rule_id, actor_id, actor_type, actor_name, affected_name, changes, comment, request_id, created_at)
    select a.action, a.auditable_type,
      case when a.auditable_type = 'BaseRule' then n.id when a.auditable_type = 'Component' then ${to}::integer end,
      a.associated_type,
      case when a.auditable_type = 'BaseRule' then ${to}::integer when a.auditable_type = 'Component' then ${projectId}::integer else n.id end,
      ${projectId}::integer, ${to}::integer, n.id, a.actor_id, a.actor_type, a.actor_name, a.affected_name, a.changes, a.comment,
      a.request_id, a.created_at
    from audit_entries a left join rules o on o.id = a.rule_id
    left join rules n on n.component_id = ${to} and n.rule_id = o.rule_id
    where a.component_id = ${from} and a.auditable_type in ('Component', 'BaseRule', 'Check', 'DisaRuleDescription', 'RuleDescription', 'AdditionalAnswer')
      and (a.auditable_type = 'Component' or n.id is not null) and a.action not in (${ABOUT_REVIEWS})
    order by a.id`.execute(db)
}
