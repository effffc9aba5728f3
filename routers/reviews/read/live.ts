import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * The scope of a comment list or count. A component can also be an outer column; several projects are an array
 * expression.
 */
export type CommentScope =
  | { projectId: number }
  | { projectIds: RawBuilder<number[]> }
  | { componentId: number | RawBuilder<number> }

/**
 * Ids of deleted requirements in these projects or components; lists and counts exclude their comments (rule R-10).
 * They have a separate small index, so no lookup per comment is needed.
 */
export function selectDeletedRuleIds(scope: CommentScope): RawBuilder<number> {
  if ('componentId' in scope) return selectDeletedIds(sql`${scope.componentId}`)
  const ids = 'projectId' in scope ? sql`${scope.projectId}` : sql`any(${scope.projectIds})`
  // A lateral join per component: a plain join would read the deleted requirements of all projects.
  return sql<number>`(select d.id from components c
    cross join lateral (select * from ${selectDeletedIds(sql`c.id`)} deleted offset 0) d where c.project_id = ${ids})`
}

function selectDeletedIds(componentId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select d.id from rules d where d.deleted_at is not null and d.component_id = ${componentId})`
}

/**
 * Whether comment `v` in these projects or components is on a component, or on a requirement that is not
 * deleted.
 */
export function isOnLive(scope: CommentScope): RawBuilder<SqlBool> {
  return sql<SqlBool>`(v.rule_id is null or v.rule_id not in ${selectDeletedRuleIds(scope)})`
}

/** Whether comment `v` is on a component, or on a requirement that is not deleted. */
export const isOnLiveAnywhere = sql<SqlBool>`not exists (select from rules d where d.id = v.rule_id and d.deleted_at is not null)`
