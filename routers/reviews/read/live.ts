import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * The places whose comments are listed or counted; a component may also be a column of the query around, and several
 * projects are an array of ids that the query makes.
 */
export type Counted =
  | { projectId: number }
  | { projectIds: RawBuilder<number[]> }
  | { componentId: number | RawBuilder<number> }

/**
 * Ids of the deleted requirements of these places, whose comments neither lists nor counts show (rule R-10). They are
 * few and have an index of their own: nothing is looked up for each comment, and no other requirement is read.
 */
export function deletedIn(places: Counted): RawBuilder<number> {
  if ('componentId' in places) return deletedOf(sql`${places.componentId}`)
  const ids = 'projectId' in places ? sql`${places.projectId}` : sql`any(${places.projectIds})`
  // Component by component: a join with the deleted requirements of all projects would grow with them.
  return sql<number>`(select d.id from components c
    cross join lateral (select * from ${deletedOf(sql`c.id`)} deleted offset 0) d where c.project_id = ${ids})`
}

function deletedOf(componentId: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select d.id from rules d where d.deleted_at is not null and d.component_id = ${componentId})`
}

/** Whether a comment `v` of these places is about a component, or a requirement that was not deleted. */
export function isOnLive(places: Counted): RawBuilder<SqlBool> {
  return sql<SqlBool>`(v.rule_id is null or v.rule_id not in ${deletedIn(places)})`
}

/** Whether a comment `v` is about a component, or about a requirement that was not deleted. */
export const isOnLiveAnywhere = sql<SqlBool>`not exists (select from rules d where d.id = v.rule_id and d.deleted_at is not null)`
