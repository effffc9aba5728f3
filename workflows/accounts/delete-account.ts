import { sql } from 'kysely'
import type { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { refreshAll } from '../../src/auth/access/contacts.ts'
import { lockAsAdministrator, lockWithAdministrators } from '../../src/auth/accounts/administrators.ts'
import { assertProofValid, type Proof } from '../../src/auth/reauthenticate.ts'
import type { Queries } from '../../src/database/database.ts'
import { stateError } from '../../src/errors.ts'
import { enqueueNotice } from '../../src/outbox/account-mails.ts'
import { notifyAdministrators } from '../../src/outbox/administrator-mails.ts'

const NAMED = 5

/**
 * Throws 422 if the service, or a project, would have no admin without this user (rule A-17). Takes no locks;
 * checks early, before the password is requested.
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
    if (count === 0) throw createLastAdministratorError()
  }
  await assertNotOnlyAdmin(db, userId)
}

function createLastAdministratorError() {
  return stateError('user.last_admin', 'The only system administrator cannot be deleted.')
}

/** Throws 422 with the projects whose only unlocked admin this is: at most five names, then a count. */
async function assertNotOnlyAdmin(db: Queries, userId: number): Promise<void> {
  const projects = await db
    .selectFrom('memberships as m')
    .innerJoin('projects as p', 'p.id', 'm.project_id')
    .select('p.name')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'admin')
    .where(
      sql<boolean>`not exists (select from memberships o join users a on a.id = o.user_id
        where o.project_id = m.project_id and o.role = 'admin' and o.user_id <> m.user_id
          and a.lock_reason is distinct from 'admin')`,
    )
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()
  if (projects.length === 0) return
  const names = projects.slice(0, NAMED).map(({ name }) => name)
  const more = projects.length > NAMED ? ` and ${projects.length - NAMED} more` : ''
  throw stateError(
    'user.last_project_admin',
    `This is the only admin of ${names.join(', ')}${more}. Make someone else an admin there first.`,
  )
}

/**
 * Deletes the caller's own account (rule A-17).
 * @throws 404, 422 if the service or a project would have no admin, 403 for an invalid proof
 */
export async function deleteOwnAccount(work: UnitOfWork, proof: Proof): Promise<void> {
  const user = await deleteLocked(work, work.actor.id, async () => {
    const locked = await lockWithAdministrators(work.em, work.actor.id)
    await assertProofValid(work, proof)
    return locked
  })
  if (user.admin) await notifyAdministrators(work, 'account_deleted', user)
}

/** Deletes another user's account as administrator and notifies all administrators (rules ). */
export async function deleteOtherAccount(work: UnitOfWork, userId: number, proof: Proof): Promise<User> {
  const user = await deleteLocked(work, userId, () => lockAsAdministrator(work, userId, proof))
  await notifyAdministrators(work, 'account_deleted', user)
  return user
}

/**
 * Deletes an account in the caller's transaction: authored content keeps the name as text, memberships are
 * removed. Locks projects in id order, then administrators.
 */
async function deleteLocked(
  { em, db, now }: UnitOfWork,
  userId: number,
  lock: () => Promise<{ user: User; others: number }>,
): Promise<User> {
  const locked = await lockProjects(db, userId)
  await assertNotOnlyAdmin(db, userId)
  const { user, others } = await lock()
  if (user.admin && others === 0) throw createLastAdministratorError()
  // A locked user gets no memberships, but may have got some before the lock.
  const { projects, components } = await listMemberships(db, userId)
  if (projects.some((id) => !locked.includes(id))) {
    await lockProjects(db, userId)
    await assertNotOnlyAdmin(db, userId)
  }
  await keepAttribution(db, user)
  enqueueNotice(em, user.email, 'Account deleted', 'Your account was deleted.', now)
  em.remove(user)
  await em.flush()
  await refreshAll(db, 'Project', projects)
  await refreshAll(db, 'Component', components)
  return user
}

async function listMemberships(
  db: Queries,
  userId: number,
): Promise<{ projects: number[]; components: number[] }> {
  const memberships = await db
    .selectFrom('memberships')
    .select(['project_id', 'component_id'])
    .where('user_id', '=', userId)
    .execute()
  return {
    projects: memberships.flatMap(({ project_id }) => project_id ?? []),
    components: memberships.flatMap(({ component_id }) => component_id ?? []),
  }
}

/** Locks the projects of which the user is a member, in id order; returns their ids. */
async function lockProjects(db: Queries, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from projects
    where id in (select project_id from memberships where user_id = ${userId}) order by id for update`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Keeps the person's name as text on comments, decisions and closes (rule R-8). */
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
