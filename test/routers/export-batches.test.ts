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
  /** Exports the component; returns the number of statements that read requirements. */
  const countReads = async (type = 'csv', marker = '"furtherChecks"') => {
    const { result, statements } = await recordStatements(() =>
      download(world, workspace.people.admin, `/components/${id}/export/${type}`),
    )
    expect(result.status).toBe(200)
    return statements.filter((text) => text.includes(marker)).length
  }
  return { workspace, id, addChecks, countReads }
}

test('C-76: an export reads requirements with large further checks in several batches', async () => {
  const { addChecks, countReads } = await createScene()
  expect(await countReads()).toBe(1)
  await addChecks(null)
  expect(await countReads()).toBe(RULES)
})

test('C-76: an export reads requirements that inherit large checks in several batches', async () => {
  const { workspace, id, addChecks, countReads } = await createScene()
  const parent = getRuleAt(workspace, 0)
  await addChecks(parent)
  expect(await countReads()).toBe(2)
  await sql`insert into satisfactions (component_id, rule_id, satisfied_by_rule_id)
    select ${id}::integer, r.id, ${parent}::integer from rules r where r.component_id = ${id} and r.id <> ${parent}`.execute(
    getQueries(),
  )
  expect(await countReads()).toBe(RULES)
})

test('C-85: an archive reads requirements with large checks in several batches', async () => {
  const { addChecks, countReads } = await createScene()
  const marker = 'as additional_answers'
  expect(await countReads('json_archive', marker)).toBe(1)
  await addChecks(null)
  expect(await countReads('json_archive', marker)).toBe(RULES)
})
