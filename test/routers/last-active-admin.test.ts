import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Project } from '../../entities/project.ts'
import type { User } from '../../entities/user.ts'
import { createLocalUser, PASSWORD } from '../support/accounts.ts'
import { sortStatuses, sendConcurrently } from '../support/concurrent-requests.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld()

const LOCK = { lockedAt: new Date(), lockReason: 'admin' as const }

const findMembership = async (user: User, project: Project) => {
  const { id } = await world.database.queries
    .selectFrom('memberships')
    .select('id')
    .where('user_id', '=', user.id)
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  return `/memberships/${id}`
}

/** A project with an admin who can sign in, and another admin with these columns. */
const createProjectWith = async (values: object) => {
  const project = await world.createProject()
  const [active, other] = [await createLocalUser(world), await createLocalUser(world, values)]
  for (const user of [active, other]) await world.join(user, project, 'admin')
  return { project, active, other, client: await world.rest(active) }
}

const countLockWaiters = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.database.queries)
  return rows.length
}

const demotion = { membership: { role: 'viewer' } }

describe('the last unlocked admin of a project', () => {
  it('A-64: can neither leave, be demoted, be removed nor delete the account', async () => {
    const { project, active, client } = await createProjectWith(LOCK)
    const path = await findMembership(active, project)
    const system = await world.rest(await world.createSystemAdmin())
    for (const caller of [client, system]) {
      for (const answer of [await caller.patch(path, demotion), await caller.delete(path)]) {
        expect([answer.status, answer.body.reason]).toEqual([422, 'membership.last_admin'])
      }
    }
    const response = await client.delete('/users', { user: { current_password: PASSWORD } })
    expect([response.status, response.body.reason]).toEqual([422, 'user.last_project_admin'])
    const deleted = await system.delete(`/users/${active.id}`)
    expect([deleted.status, deleted.body.reason]).toEqual([422, 'user.last_project_admin'])
  })

  it('A-64: can leave once another admin is unlocked', async () => {
    const { project, active, other, client } = await createProjectWith(LOCK)
    const system = await world.rest(await world.createSystemAdmin())
    expect((await system.post(`/users/${other.id}/unlock`)).status).toBe(200)
    expect((await client.delete(await findMembership(active, project))).status).toBe(200)
  })

  it('A-64: can remove a locked admin, and can leave if the other admin is only locked by failures', async () => {
    const locked = await createProjectWith(LOCK)
    const path = await findMembership(locked.other, locked.project)
    expect((await locked.client.delete(path)).status).toBe(200)
    const failed = await createProjectWith({ ...LOCK, lockReason: 'failed_attempts' })
    expect((await failed.client.delete(await findMembership(failed.active, failed.project))).status).toBe(200)
  })

  it('A-64: is left over if two admins leave at the same moment', async () => {
    const { project, active, other, client } = await createProjectWith({})
    const [first, second] = [await findMembership(active, project), await findMembership(other, project)]
    const otherClient = await world.rest(other)
    const answers = await sendConcurrently(
      () => client.delete(first),
      () => otherClient.patch(second, demotion),
    )
    expect(sortStatuses(answers)).toEqual([200, 422])
  })

  it("A-17: can't delete the account if they became it while the deletion waited", async () => {
    const user = await createLocalUser(world)
    const project = await world.createProject()
    const first = await world.createMember(project, 'admin')
    const [client, admin] = [await world.rest(user), await world.rest(first)]
    const { deletion } = await world.database.queries.transaction().execute(async (db) => {
      await sql`select id from users where id = ${user.id} for no key update`.execute(db)
      const started = client.delete('/users', { user: { current_password: PASSWORD } })
      await expect.poll(countLockWaiters).toBe(1)
      await world.join(user, project, 'admin')
      expect((await admin.delete(await findMembership(first, project))).status).toBe(200)
      return { deletion: started }
    })
    const { status, body } = await deletion
    expect([status, body.reason]).toEqual([422, 'user.last_project_admin'])
  })

  it('A-64: is not revealed to non-members and viewers', async () => {
    const { project, active } = await createProjectWith(LOCK)
    const nonMember = await world.rest(await world.createUser())
    expect((await nonMember.delete(await findMembership(active, project))).status).toBe(404)
    const viewer = await world.rest(await world.createMember(project, 'viewer'))
    expect((await viewer.delete(await findMembership(active, project))).status).toBe(403)
  })
})
