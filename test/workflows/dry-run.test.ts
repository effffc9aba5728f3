import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { Membership } from '../../entities/membership.ts'
import { Project } from '../../entities/project.ts'
import { runDryRun } from '../../src/audit/dry-run.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { createProject } from '../../workflows/projects/projects.ts'
import { unique } from '../support/factories.ts'
import { runUseCase } from '../support/run-use-case.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const toProject = (name: string) => ({
  name,
  description: null,
  visibility: 'hidden' as const,
  metadata: {},
})

/** The numbers of projects, audit entries and messages about a name. */
async function countStored(name: string) {
  const { rows } = await sql<{ projects: number; entries: number; messages: number }>`
    select (select count(*)::int from projects where name = ${name}) as projects,
      (select count(*)::int from audit_entries where affected_name = ${name}) as entries,
      (select count(*)::int from outbox_messages where payload::text like ${`%${name}%`}) as messages`.execute(
    world.database.queries,
  )
  return rows[0]
}

it('returns the result of a use case, and stores and sends nothing', async () => {
  const user = await world.createUser()
  const name = unique('Tried')
  const create = (work: UnitOfWork) => createProject(work, toProject(name))
  const preview = await runUseCase(world, user, (work) => runDryRun(work, create))
  expect(preview.name).toBe(name)
  expect(await countStored(name)).toEqual({ projects: 0, entries: 0, messages: 0 })
  await runUseCase(world, user, create)
  expect(await countStored(name)).toMatchObject({ projects: 1 })
})

it('leaves what the transaction did before it, and discards changes of records that were loaded before', async () => {
  const user = await world.createUser()
  const project = await world.createProject()
  const before = unique('Before')
  await runUseCase(world, user, async (work) => {
    await work.db.updateTable('projects').set({ description: before }).where('id', '=', project.id).execute()
    const loaded = await work.em.findOneOrFail(Project, { id: project.id })
    await runDryRun(work, async (trial) => {
      loaded.name = unique('Discarded')
      await trial.db.updateTable('projects').set({ description: null }).where('id', '=', project.id).execute()
    })
  })
  const stored = await world.database.queries
    .selectFrom('projects')
    .select(['name', 'description'])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ name: project.name, description: before })
})

it('throws an error that occurs when the changes of the use case are saved', async () => {
  const project = await world.createProject()
  const member = await world.createMember(project, 'viewer')
  const addAgain = runUseCase(world, member, (work) =>
    runDryRun(work, (trial) => {
      const membership = { userId: member.id, role: 'author', membershipType: 'Project' } as const
      trial.em.create(Membership, { ...membership, projectId: project.id })
      return Promise.resolve()
    }),
  )
  await expect(addAgain).rejects.toThrow()
})
