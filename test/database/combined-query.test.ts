import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { combinedQuery } from '../../src/database/combined-query.ts'
import { preparedQuery } from '../../src/database/prepared-query.ts'
import { toWireTime } from '../../src/procedures/schemas/times.ts'
import { unique } from '../support/factories.ts'
import { recordStatements } from '../support/statements.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()

it('combined queries return the same rows as separate ones, with rows and members in order', async () => {
  const project = await world.createProject({ name: unique('Quote " and \\ and \u2028 and 🚢') })
  await world.createMember(project, 'viewer')
  await world.createMember(project, 'author')
  const db = world.database.queries
  const members = db
    .selectFrom('memberships')
    .select(['role', 'id', 'user_id', 'component_id'])
    .where('project_id', '=', project.id)
    .orderBy('id', 'desc')
  const projects = db
    .selectFrom('projects')
    .select(['name', 'metadata', 'visibility', 'id'])
    .where('id', '=', project.id)
  const counted = sql<{ many: number; list: string[] }>`
    select count(*) as many, array_agg(role::text order by id) as list from memberships where project_id = ${project.id}`

  const { result, statements } = await recordStatements(() =>
    combinedQuery({ members, projects, counted }).execute(db),
  )

  expect(statements).toHaveLength(1)
  const separate = {
    members: await members.execute(),
    projects: await projects.execute(),
    counted: (await counted.execute(db)).rows,
  }
  expect(JSON.stringify(result.rows)).toBe(JSON.stringify([separate]))
})

it('a query without rows returns an empty list in a combined query', async () => {
  const selectMissing = preparedQuery((db, id: number) =>
    combinedQuery({
      people: db.selectFrom('users').select('id').where('id', '=', id),
      one: sql<{ one: number }>`select 1 as one`,
    }),
  )
  expect(await selectMissing(world.database.queries, 0)).toEqual([{ people: [], one: [{ one: 1 }] }])
})

it('times in a combined query have the same form as in a separate query', async () => {
  const project = await world.createProject()
  const db = world.database.queries
  const times = db.selectFrom('projects').select('created_at').where('id', '=', project.id)
  const separate = await times.executeTakeFirstOrThrow()
  const [combined] = (await combinedQuery({ times }).execute(db)).rows
  expect(combined?.times.map(({ created_at }) => toWireTime(created_at))).toEqual([
    toWireTime(separate.created_at),
  ])
})
