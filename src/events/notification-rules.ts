import { sql, type RawBuilder } from 'kysely'
import { isMemberSql } from '../auth/access/membership-sql.ts'

/**
 * SQL condition: the user can read the project and component of the row (rule R-53), or with `triaging` also triage
 * there. `user` and `row` are table aliases of the query.
 */
export function canRead(user: string, row: string, triaging = false): RawBuilder<boolean> {
  const refColumn = (table: string, name: string) => sql.ref(`${table}.${name}`)
  const columns = { project: refColumn(row, 'project_id'), component: refColumn(row, 'component_id') }
  const member = isMemberSql({ user: refColumn(user, 'id'), ...columns }, triaging ? 'author' : 'viewer')
  return sql<boolean>`(${refColumn(user, 'lock_reason')} is distinct from 'admin' and (${refColumn(user, 'admin')} or ${member}))`
}

/** SQL for a user's delivery of an event: chosen for the project, else for all projects; by default the daily mail. */
export function deliverySql(user: string, projectId: string, event: string): RawBuilder<string> {
  return sql<string>`coalesce((
    select n.delivery from notification_preferences n
    where n.user_id = ${sql.ref(`${user}.id`)} and n.event = ${sql.ref(event)}
      and (n.project_id is null or n.project_id = ${sql.ref(projectId)})
    order by n.project_id nulls last limit 1), 'daily')`
}
