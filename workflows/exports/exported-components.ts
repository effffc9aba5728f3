import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../src/database.ts'
import type { ExportedComponent } from '../../src/formats/exported/types.ts'
import { isoTime } from './iso-time.ts'

/** Components that a condition on `c` names, by name, version, release and id, as exports read them. */
export async function exportedComponents(
  db: Queries,
  which: RawBuilder<boolean>,
): Promise<ExportedComponent[]> {
  const { rows } = await sql<ExportedComponent>`
    select c.id, c.project_id as "projectId", p.name as "projectName", c.name, c.prefix, c.title, c.description, c.version,
      c.release, c.released, c.document_type as "documentType", c.admin_name as "adminName", c.admin_email as "adminEmail",
      ${isoTime('c.created_at')} as "createdAt", ${isoTime('c.updated_at')} as "updatedAt",
      exists (select from reviews v left join rules r on r.id = v.rule_id where v.component_id = c.id
        and v.action = 'comment' and v.responding_to_review_id is null and r.deleted_at is null) as commented
    from components c join projects p on p.id = c.project_id where ${which}
    order by c.name collate "C", c.version nulls last, c.release nulls last, c.id`.execute(db)
  return rows
}

/** Condition: one of these components. */
export const amongComponents = (ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`c.id = any (${sql.val(ids)}::integer[])`

/** Condition: a component of this project, and among `ids` where some are named. */
export function componentsOfProject(projectId: number, ids: readonly number[]): RawBuilder<boolean> {
  return ids.length === 0
    ? sql<boolean>`c.project_id = ${projectId}`
    : sql<boolean>`(c.project_id = ${projectId} and ${amongComponents(ids)})`
}

/** Condition: a released component among `ids`; what is not is left out of a bulk export (rule C-74). */
export const releasedAmong = (ids: readonly number[]): RawBuilder<boolean> =>
  sql<boolean>`(c.released and ${amongComponents(ids)})`
