import { sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { opaqueParameter } from '../../database/opaque-parameter.ts'
import { preparedQuery, preparedQueryByShape } from '../../database/prepared-query.ts'
import { notFoundError } from '../../errors.ts'
import type { Target } from './target.ts'

/** Lists names and addresses of a project's or component's admins, oldest membership first. */
export function listAdmins(db: Queries, { type, id }: Target): Promise<{ name: string; email: string }[]> {
  return adminsQuery(db, type, id)
}

/** Name, metadata and admins of a project or component. */
export interface NoticeTarget {
  name: string
  metadata: Record<string, string>
  admins: { name: string; email: string }[]
}

/** Loads the target and admins to notify of a membership change. Throws 404 if it was deleted. */
export async function loadNoticeTarget(db: Queries, { type, id }: Target): Promise<NoticeTarget> {
  const [target] = await noticeTargetQuery(db, type, id)
  if (!target) throw notFoundError()
  return target
}

const noticeTargetQuery = preparedQueryByShape<NoticeTarget, Target['type']>((_, type, id) => {
  const [table, key] = type === 'Project' ? ['projects', 'm.project_id'] : ['components', 'm.component_id']
  return sql`
    select t.name, t.metadata, (
      select coalesce(json_agg(json_build_object('name', u.name, 'email', u.email) order by m.id), '[]')
      from memberships m join users u on u.id = m.user_id where ${sql.ref(key)} = t.id and m.role = 'admin') as admins
    from ${sql.table(table)} t where t.id = ${id}`
})

/** Counts a project's other admins, without accounts that an administrator locked. */
export const countOtherActiveAdmins = preparedQuery<{ count: number }>(
  (_, projectId: number, userId: number) => sql`
    select count(*)::int as count from memberships m join users u on u.id = m.user_id
    where m.project_id = ${projectId} and m.role = 'admin' and m.user_id <> ${userId}
      and u.lock_reason is distinct from 'admin'`,
)

const adminsQuery = preparedQueryByShape<{ name: string; email: string }, Target['type']>((db, type, id) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.name', 'u.email'])
    .where(type === 'Project' ? 'm.project_id' : 'm.component_id', '=', opaqueParameter(id))
    .where('m.role', '=', sql.lit('admin'))
    .orderBy('m.id'),
)
