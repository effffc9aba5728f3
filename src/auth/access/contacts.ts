import { type RawBuilder, sql } from 'kysely'
import type { Queries } from '../../database/database.ts'
import { preparedQueryByShape } from '../../database/prepared-query.ts'
import type { Role } from '../../vocabulary.ts'
import type { Target } from './target.ts'

/**
 * Updates a target's contact to its first admin (rule A-59), if `changed` contains an admin role. Call it after the
 * memberships are flushed; `lock_version` does not change.
 */
export async function refreshContact(
  db: Queries,
  { type, id }: Target,
  changed: readonly Role[],
): Promise<void> {
  if (changed.includes('admin')) await refreshAll(db, type, [id])
}

/** Locks the projects whose contact shows a user, in id order. Lock order: projects before the user. */
export async function lockContacts(db: Queries, userId: number): Promise<void> {
  await sql`
    select id from projects where id in (
      select coalesce(m.project_id, c.project_id) from memberships m left join components c on c.id = m.component_id
      where m.user_id = ${userId} and m.role = 'admin')
    order by id for update`.execute(db)
}

/** Updates all contacts that show a user, after a change of name or address was flushed. */
export async function refreshContacts(db: Queries, userId: number): Promise<void> {
  const memberships = await db
    .selectFrom('memberships')
    .select(['project_id', 'component_id'])
    .where('user_id', '=', userId)
    .where('role', '=', 'admin')
    .execute()
  const ids = (key: 'project_id' | 'component_id') =>
    memberships.flatMap((membership) => membership[key] ?? [])
  await refreshAll(db, 'Project', ids('project_id'))
  await refreshAll(db, 'Component', ids('component_id'))
}

/** Updates several contacts, locked in id order to prevent deadlocks. */
export async function refreshAll(db: Queries, type: Target['type'], ids: readonly number[]): Promise<void> {
  const [first] = ids
  if (first === undefined) return
  // A query with a list is replanned each time, which takes longer than the update.
  if (ids.length === 1) await refreshOne(db, type, first)
  else await updateContacts(type, sql`id = any (${[...ids]}::integer[])`).execute(db)
}

const refreshOne = preparedQueryByShape<unknown, Target['type']>(
  (_, type, id) => updateContacts(type, sql`id = ${id}`),
  {
    ignoresResult: true,
  },
)

function updateContacts(type: Target['type'], which: RawBuilder<unknown>): RawBuilder<unknown> {
  const table = sql.table(type === 'Project' ? 'projects' : 'components')
  const isOfTarget = sql`${sql.ref(type === 'Project' ? 'm.project_id' : 'm.component_id')} = t.id`
  return sql`
    with locked as materialized (select id from ${table} where ${which} order by id for no key update)
    update ${table} t set
      (admin_name, admin_email) = (
        select u.name, u.email from memberships m join users u on u.id = m.user_id
        where ${isOfTarget} and m.role = 'admin' order by m.id limit 1)
    from locked where t.id = locked.id`
}
