import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { Project } from '../../entities/project.ts'
import type { User } from '../../entities/user.ts'
import type { Queries } from '../../src/database.ts'
import type { Work } from '../../src/work.ts'
import { illegal } from '../../src/errors.ts'
import { enqueueNotice } from '../../src/outbox/account-mails.ts'
import { refreshAll } from '../../src/memberships/contacts.ts'
import { lockWithAdministrators } from '../../src/auth/accounts/administrators.ts'

const NAMED = 5

/**
 * Throws 422 when nobody would be left to administrate the service, or one of the projects (rule A-17).
 * Without locks: for telling it before a password is asked for.
 */
export async function assertDispensable(db: Queries, userId: number): Promise<void> {
  const user = await db.selectFrom('users').select('admin').where('id', '=', userId).executeTakeFirst()
  if (user?.admin) {
    const { count } = await db
      .selectFrom('users')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('admin', '=', true)
      .where('id', '<>', userId)
      .where((eb) => eb.or([eb('lock_reason', 'is', null), eb('lock_reason', '<>', 'admin')]))
      .executeTakeFirstOrThrow()
    if (count === 0) throw lastAdministrator()
  }
  await assertNoOrphans(db, userId)
}

function lastAdministrator() {
  return illegal('user.last_admin', 'The only system administrator cannot be deleted.')
}

/** Throws 422 that names the projects whose only admin this is: at most five, then a count. */
async function assertNoOrphans(db: Queries, userId: number): Promise<void> {
  const orphans = await db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('p.name')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'admin')
    .where(
      sql<boolean>`not exists (select from memberships o
        where o.project_id = m.project_id and o.role = 'admin' and o.user_id <> m.user_id)`,
    )
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  if (orphans.length === 0) return
  const names = orphans.slice(0, NAMED).map(({ name }) => name)
  const more = orphans.length > NAMED ? ` and ${orphans.length - NAMED} more` : ''
  throw illegal(
    'user.last_project_admin',
    `This is the only admin of ${names.join(', ')}${more}. Make somebody else admin there first.`,
  )
}

/**
 * Deletes an account inside the caller's transaction: what the person wrote stays under their name as text, what
 * they held goes (rule A-17). Projects are locked first, in id order, then the administrators.
 * @throws 404, or 422 when the service or a project would be left without an admin
 */
export async function deleteAccount({ em, db, now }: Work, userId: number): Promise<User> {
  const held = await db
    .selectFrom('memberships')
    .select(['project_id', 'component_id'])
    .where('user_id', '=', userId)
    .execute()
  const projects = held.flatMap(({ project_id }) => project_id ?? [])
  const components = held.flatMap(({ component_id }) => component_id ?? [])
  await em.find(
    Project,
    { id: { $in: projects } },
    { orderBy: { id: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  await assertNoOrphans(db, userId)
  const { user, others } = await lockWithAdministrators(em, userId)
  if (user.admin && others === 0) throw lastAdministrator()
  await keepAttribution(db, user)
  enqueueNotice(em, user.email, 'Account deleted', 'Your account was deleted.', now)
  em.remove(user)
  await em.flush()
  await refreshAll(db, 'Project', projects)
  await refreshAll(db, 'Component', components)
  return user
}

/** Comments, decisions and closings stay under the person's name as text (rule R-8). */
async function keepAttribution(db: Queries, user: User): Promise<void> {
  const id = sql`${user.id}::integer`
  const name = sql`${user.name}::text`
  const email = sql`${user.email}::text`
  await sql`
    update reviews set
      commenter_imported_name = case when user_id = ${id} then ${name} else commenter_imported_name end,
      commenter_imported_email = case when user_id = ${id} then ${email} else commenter_imported_email end,
      user_id = nullif(user_id, ${id}),
      triage_set_by_imported_name = case when triage_set_by_id = ${id} then ${name} else triage_set_by_imported_name end,
      triage_set_by_imported_email = case when triage_set_by_id = ${id} then ${email} else triage_set_by_imported_email end,
      triage_set_by_id = nullif(triage_set_by_id, ${id}),
      adjudicated_by_imported_name = case when adjudicated_by_id = ${id} then ${name} else adjudicated_by_imported_name end,
      adjudicated_by_imported_email = case when adjudicated_by_id = ${id} then ${email} else adjudicated_by_imported_email end,
      adjudicated_by_id = nullif(adjudicated_by_id, ${id})
    where user_id = ${id} or triage_set_by_id = ${id} or adjudicated_by_id = ${id}`.execute(db)
}
