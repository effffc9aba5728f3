import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createWorkspace, getRuleAt } from '../support/authoring.ts'
import { download } from '../support/files.ts'
import { recordStatements } from '../support/statements.ts'
import { createWorld } from '../support/world.ts'

const world = createWorld()
const getQueries = () => world.database.queries

const RULES = 12
/** Characters of the checks after the first one: more than an export reads at once. */
const LENGTH = 600_000

async function createScene() {
  const workspace = await createWorkspace(world, { rules: RULES })
  const { id } = workspace.component
  await sql`update rules set status = 'Applicable - Configurable' where component_id = ${id}`.execute(
    getQueries(),
  )
  const addChecks = (ruleId: number | null) =>
    sql`insert into rule_checks (rule_id, system, content) select id, 'B', repeat('x', ${LENGTH / 20}::integer)
      from rules cross join generate_series(1, 20) where component_id = ${id}
        and id = coalesce(${ruleId}::integer, id)`.execute(getQueries())
  /** Exports the working copy; returns the number of statements that read requirements. */
  const countReads = async () => {
    const { result, statements } = await recordStatements(() =>
      download(world, workspace.people.viewer, `/components/${id}/export/csv`),
    )
    expect(result.status).toBe(200)
    const reads = statements.filter((text) => text.includes('"furtherChecks"')).length
    return { reads, text: result.text }
  }
  return { workspace, id, addChecks, countReads }
}

test('C-76: an export reads requirements with large further checks in several batches', async () => {
  const { addChecks, countReads } = await createScene()
  expect((await countReads()).reads).toBe(1)
  await addChecks(null)
  expect((await countReads()).reads).toBe(RULES)
})

test('C-76: an export reads requirements that inherit large checks in several batches', async () => {
  const { workspace, id, addChecks, countReads } = await createScene()
  const parent = getRuleAt(workspace, 0)
  await addChecks(parent)
  expect((await countReads()).reads).toBe(2)
  await sql`insert into satisfactions (component_id, rule_id, satisfied_by_rule_id)
    select ${id}::integer, r.id, ${parent}::integer from rules r where r.component_id = ${id} and r.id <> ${parent}`.execute(
    getQueries(),
  )
  expect((await countReads()).reads).toBe(RULES)
})
