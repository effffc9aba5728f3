import { sql } from 'kysely'
import { createIds, type Kind } from '../../test/security-regressions/id-kinds.ts'
import { CANARY, hideFromOutsiders } from '../../test/support/canaries.ts'
import { createRecipeScene, type RecipeScene } from '../../test/support/recipes.ts'
import type { World } from '../../test/support/world.ts'

/** A hidden project without the callers as members; all texts of its records contain the canary. */
export interface HiddenProject {
  scene: RecipeScene
  ids: Record<Kind, number>
}

/** Creates the hidden project, without its released component, which every user may read. */
export async function createHiddenProject(world: World): Promise<HiddenProject> {
  const scene = await createRecipeScene(world, 'hidden')
  const reader = world.database.queries
  await hideFromOutsiders(world, scene)
  // A requirement can have only one open relocation; the one of `createIds` is marked with all other records.
  const before = reader.deleteFrom('requirement_relocations')
  await before.where('component_id', '=', scene.component.id).execute()
  const ids = await createIds(world, scene)
  await Promise.all([world.createToken(scene.person), world.createCookie(scene.person)])
  const components = reader.deleteFrom('components').where('project_id', '=', scene.project.id)
  await components.where('released', '=', true).execute()
  await markAllTexts(world, scene)
  return { scene, ids }
}

/** The condition for rows of the project, by the first of these columns that a table has. */
const PROJECT_CONDITIONS: readonly (readonly [string, (scene: RecipeScene) => string])[] = [
  ['project_id', ({ project }) => String(project.id)],
  ['component_id', ({ project }) => `select id from components where project_id = ${project.id}`],
  [
    'rule_id',
    ({ project }) =>
      `select r.id from rules r join components c on c.id = r.component_id where c.project_id = ${project.id}`,
  ],
  ['user_id', ({ person }) => String(person.id)],
]

/** Columns that must keep their values: lookup keys and digests. Audit entries are immutable. */
const UNCHANGED_COLUMNS =
  /_type$|digest|^(action|provider|kind|status|rule_id|version|document_type|locale|lang)$/
const UNCHANGED = /^audit_entries$|_search_index$|reindex|idempotency|jobs|outbox|event|count/

/** Puts the canary into every free text column of the project's records, found in the database schema. */
async function markAllTexts(world: World, scene: RecipeScene): Promise<void> {
  const reader = world.database.queries
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() group by table_name`.execute(reader)
  const texts = await sql<{ table: string; name: string }>`
    select table_name as table, column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type in ('text', 'character varying')`.execute(reader)
  for (const { table, columns } of rows) {
    const condition = toCondition(table, columns, scene)
    if (condition === undefined) continue
    for (const { name } of texts.rows.filter(
      (text) => text.table === table && !UNCHANGED_COLUMNS.test(text.name),
    )) {
      await markColumn(world, table, name, condition)
    }
  }
}

function toCondition(table: string, columns: string[], scene: RecipeScene): string | undefined {
  if (table === 'projects') return `id = ${scene.project.id}`
  if (table === 'users') return `id = ${scene.person.id}`
  if (UNCHANGED.test(table)) return undefined
  const [name, rows] = PROJECT_CONDITIONS.find(([column]) => columns.includes(column)) ?? []
  return name === undefined || rows === undefined ? undefined : `${name} in (${rows(scene)})`
}

/** Marks one column; a column whose constraint rejects the canary keeps its value. */
async function markColumn(world: World, table: string, column: string, condition: string): Promise<void> {
  const value = column === 'email' ? sql`${CANARY} || id || '@example.org'` : sql`${CANARY} || ' ' || id`
  const statement = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value} where ${sql.raw(condition)}`
  await statement.execute(world.database.queries).catch(() => undefined)
}
