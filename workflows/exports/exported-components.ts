import { type RawBuilder, sql } from 'kysely'
import { topLevelSql } from '../../entities/top-level.ts'
import type { Caller } from '../../src/audit/actor.ts'
import { isComponentMember, knownProjectName } from '../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../src/database/database.ts'
import { isoTime } from '../../src/database/fragments/iso-time.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'

/**
 * Reads the components that match a condition on `c`, by name, version, release and id. Project and contact
 * are included if the caller can see them (rule C-22).
 */
export async function readExportedComponents(
  db: Queries,
  caller: Caller,
  which: RawBuilder<boolean>,
): Promise<ExportedComponent[]> {
  const isMember = isComponentMember(caller)
  const { rows } = await sql<ExportedComponent>`
    select c.id, c.project_id as "projectId", ${knownProjectName(caller)} as "projectName", c.name, c.prefix, c.title, c.description, c.version,
      c.release, c.released, c.document_type as "documentType", case when ${isMember} then c.admin_name end as "adminName",
      case when ${isMember} then c.admin_email end as "adminEmail",
      ${isoTime('c.created_at')} as "createdAt", ${isoTime('c.updated_at')} as "updatedAt",
      ${isoTime('content.changed_at')} as "contentChangedAt", content.key as "contentKey",
      exists (select from reviews v left join rules r on r.id = v.rule_id where v.component_id = c.id
        and ${sql.raw(topLevelSql('v'))} and r.deleted_at is null) as commented
    from components c join projects p on p.id = c.project_id join lateral (${CONTENT}) as content on true where ${which}
    order by c.name collate "C", c.version nulls last, c.release nulls last, c.id`.execute(db)
  return rows
}

/** Time of the last content change of component `c`, and a key of its versions. */
const CONTENT = sql`
  select greatest(c.updated_at, max(greatest(r.updated_at, r.deleted_at))) as changed_at,
    md5(concat_ws('|', c.lock_version, c.updated_at,
      string_agg(concat_ws(':', r.id, r.lock_version, r.updated_at, r.deleted_at), ',' order by r.id),
      (select string_agg(concat_ws(':', s.rule_id, s.satisfied_by_rule_id), ',' order by s.rule_id, s.satisfied_by_rule_id)
        from satisfactions s where s.component_id = c.id))) as key
  from rules r where r.component_id = c.id`

/** Condition: one of these components. */
export const isAmongComponents = (ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`c.id = any (${sql.val(ids)}::integer[])`

/** Condition: a component of this project and, if given, one of `ids`. */
export function isInProject(projectId: number, ids: readonly number[]): RawBuilder<boolean> {
  return ids.length === 0
    ? sql<boolean>`c.project_id = ${projectId}`
    : sql<boolean>`(c.project_id = ${projectId} and ${isAmongComponents(ids)})`
}

/** Condition: a released component in `ids`; a bulk export skips others (rule C-74). */
export const isReleasedAmong = (ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(c.released and ${isAmongComponents(ids)})`
