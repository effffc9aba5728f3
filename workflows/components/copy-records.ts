import { sql } from 'kysely'
import { concealedSql, WITHDRAWN_TEXT } from '../../entities/review-text.ts'
import type { Queries } from '../../src/database/database.ts'
import type { CopyVisibility } from './copy-visible-to-author.ts'

/** Source and target component of a copy, and the target project. */
export interface Route {
  sourceId: number
  copyId: number
  projectId: number
}

/** Placeholder of an imported person without a name (rule R-8). */
const NAMELESS = '(imported commenter)'
/** Placeholder for the author of a copied comment if the caller sees no people (rule C-22). */
const UNNAMED = '(commenter)'

/**
 * Copies reviews with author, action, text, section, times, threads and imported names, without triage and
 * reactions (rule C-29). If the caller can't see emails, other people become names without accounts, and
 * withdrawn texts are omitted (rule C-30).
 */
export async function copyReviews(
  db: Queries,
  { sourceId, copyId, projectId }: Route,
  sees: CopyVisibility,
): Promise<void> {
  const linked = sql<boolean>`(${sees.addresses}::boolean or v.user_id is not distinct from ${sees.copierId}::integer)`
  const name = sql`case when ${linked} then v.commenter_imported_name
    when not ${sees.isMember}::boolean then ${UNNAMED}::text
    else coalesce(u.name, v.commenter_imported_name, case when v.commenter_imported_email is not null then ${NAMELESS}::text end) end`
  const text = sql`case when ${sql.raw(concealedSql('v'))} and not ${sees.withdrawn}::boolean then ${WITHDRAWN_TEXT}::text else v.comment end`
  for (const part of await selectParts(db, sourceId, copyId, sees)) {
    await sql`insert into reviews (id, project_id, component_id, rule_id, commentable_type, user_id, action, comment,
        markers, section, responding_to_review_id, commenter_imported_name, commenter_imported_email, withdrawn_at,
        edited_at, created_at, updated_at)
      select m.id, ${projectId}::integer, ${copyId}::integer, m.rule_id, v.commentable_type, case when ${linked} then v.user_id end,
        v.action, ${text}, v.markers, v.section, m.parent_id, ${name},
        case when ${sees.addresses}::boolean then v.commenter_imported_email end, v.withdrawn_at, v.edited_at,
        v.created_at, v.updated_at
      from unnest(${part.old_ids}::integer[], ${part.ids}::integer[], ${part.rule_ids}::integer[],
        ${part.parent_ids}::integer[]) m (old_id, id, rule_id, parent_id)
      join reviews v on v.id = m.old_id left join users u on u.id = v.user_id`.execute(db)
  }
}

/**
 * Maximum size of the texts in one statement, in bytes; inserting indexes their words, and statements have a
 * timeout.
 */
const STATEMENT_BYTES = 2_000_000
const REVIEW_BYTES = 100

/** Reviews of one statement, as id lists that only the database reads. */
interface Part {
  old_ids: string
  ids: string
  rule_ids: string
  parent_ids: string
}

/** Assigns new ids to the copied reviews in their old order; parents come before or with their replies. */
async function selectParts(
  db: Queries,
  sourceId: number,
  copyId: number,
  { isMember: asMember }: CopyVisibility,
): Promise<Part[]> {
  const { rows } = await sql<Part>`
    with recursive own as (
      select v.id, v.responding_to_review_id as parent, n.id as rule_id, octet_length(v.comment) as bytes
      from reviews v left join rules o on o.id = v.rule_id
      left join rules n on n.component_id = ${copyId} and n.rule_id = o.rule_id
      where v.component_id = ${sourceId} and (v.rule_id is null or n.id is not null)
        and (${asMember}::boolean or v.action = 'comment')),
    tree as (
      select *, 0 as depth from own where parent is null
      union all select o.*, t.depth + 1 from own o join tree t on o.parent = t.id),
    numbered as materialized (
      select *, nextval(pg_get_serial_sequence('reviews', 'id'))::integer as new_id from (select * from tree order by id) t),
    copies as (
      select m.*, p.new_id as parent_id, sum(m.bytes + ${REVIEW_BYTES}::integer) over (order by m.depth, m.id) / ${STATEMENT_BYTES}::integer as part
      from numbered m left join numbered p on p.id = m.parent)
    select array_agg(id order by depth, id)::text as old_ids, array_agg(new_id order by depth, id)::text as ids,
      array_agg(rule_id order by depth, id)::text as rule_ids, array_agg(parent_id order by depth, id)::text as parent_ids
    from copies group by part order by part`.execute(db)
  return rows
}
