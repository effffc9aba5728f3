import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { selectVisibleProjects } from '../../routers/projects/read/visible.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { createWorkspace } from '../support/authoring.ts'
import { vacuumAndAnalyze } from '../support/db.ts'
import { createOwnWorld } from '../support/world.ts'

const HIDDEN = 5_000

const world = createOwnWorld()

it('the projects that a caller may see are looked up by index, however many others are hidden', async () => {
  const db = world.database.queries
  const { project, people } = await createWorkspace(world)
  await sql`insert into projects (name) select 'Hidden ' || n from generate_series(1, ${HIDDEN}::integer) n`.execute(
    db,
  )
  await vacuumAndAnalyze(world.database)
  const { id, name, email } = people.viewer
  const actor: Actor = { id, name, email, admin: false, provider: null, session: null, token: null }

  const listed = selectVisibleProjects(db, actor)
  expect((await listed.execute()).map((row) => row.id)).toEqual([project.id])

  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) ${listed}`.execute(db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Bitmap Index Scan on projects_discoverable')
  expect(plan).not.toMatch(/Seq Scan on projects|Rows Removed by Filter: \d{3}/)
})
