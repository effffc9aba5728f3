import { sql, type RawBuilder } from 'kysely'
import { isMemberOf } from '../auth/access/membership-sql.ts'

/**
 * Whether a user `u` may still look at the project and component of the row `place` (rule R-53). With `triaging`
 * whether that person may also triage there. Both are names of tables in the query around.
 */
export function canRead(u: string, place: string, triaging = false): RawBuilder<boolean> {
  const column = (table: string, name: string) => sql.ref(`${table}.${name}`)
  const at = { project: column(place, 'project_id'), component: column(place, 'component_id') }
  const member = isMemberOf({ user: column(u, 'id'), ...at }, triaging ? 'author' : 'viewer')
  return sql<boolean>`(${column(u, 'lock_reason')} is distinct from 'admin' and (${column(u, 'admin')} or ${member}))`
}

/** How a user `u` wants to hear of an event: as chosen for its project, else everywhere; by the daily mail by default. */
export function deliveryOf(u: string, projectId: string, event: string): RawBuilder<string> {
  return sql<string>`coalesce((
    select n.delivery from notification_preferences n
    where n.user_id = ${sql.ref(`${u}.id`)} and n.event = ${sql.ref(event)}
      and (n.project_id is null or n.project_id = ${sql.ref(projectId)})
    order by n.project_id nulls last limit 1), 'daily')`
}
