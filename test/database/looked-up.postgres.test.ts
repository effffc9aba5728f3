import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountMails } from '../support/accounts.ts'
import { recipeKey, sendRecipe } from '../support/conformance.ts'
import { documented, serviceDocument, type Operation } from '../support/openapi.ts'
import { aScene, RECIPES, type Recipe, type Scene } from '../support/recipes.ts'
import { statementsOf } from '../support/statements.ts'
import { testDatabase } from '../support/db.ts'
import { anOwnWorld } from '../support/world.ts'

const world = anOwnWorld({ MAIL_DIR: '/nowhere', EMAIL_CONFIRMATION_ENABLED: 'true' })

/** What one request asks for is found by an index, however many accounts, keys, components and entries there are. */
const LOOKED_UP: [key: string, table: string, queryOf?: (scene: Scene) => Recipe['query']][] = [
  ['POST /users', 'users'],
  ['POST /users/admin_create', 'users'],
  ['PATCH /users/{userId}', 'users'],
  ['PATCH /users', 'users'],
  ['POST /users/password', 'users'],
  ['POST /users/confirmation', 'users'],
  ['POST /users/unlock', 'users'],
  ['POST /api/auth/login', 'users'],
  ['GET /api/navigation', 'users'],
  ['DELETE /projects/{id}', 'idempotency_keys'],
  ['DELETE /reviews/{reviewId}/admin_destroy', 'idempotency_keys'],
  ['GET /api/components/latest', 'components'],
  ['GET /api/audits', 'audit_entries', ({ project }) => ({ project_id: project.id })],
  ['GET /projects/{id}/histories', 'audit_entries'],
]
const operations = new Map(documented(serviceDocument).map((one) => [`${one.method} ${one.path}`, one]))

/** What a system administrator's request, and the mails it asks for, send to the database. */
async function statements(
  operation: Operation,
  queryOf: (scene: Scene) => Recipe['query'] = () => undefined,
): Promise<string[]> {
  const scene = await aScene(world)
  const recipe = await RECIPES[recipeKey(operation, RECIPES)]?.(scene, world)
  const rest = await world.rest(recipe?.as === undefined ? scene.admin : (recipe.as ?? undefined))
  const query = queryOf(scene) ?? recipe?.query
  const { result, statements: sent } = await statementsOf(async () => {
    const answer = await sendRecipe(rest, operation, { ...recipe, ...(query && { query }) })
    await accountMails(world)
    return answer
  })
  expect(result.status, result.text).toBeLessThan(400)
  return sent
}

let client: Client
let close: () => Promise<void>

beforeAll(async () => {
  const database = await testDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query('set enable_seqscan = off; set plan_cache_mode = force_generic_plan')
  close = () => database.close()
})

afterAll(async () => {
  await client.end()
  await close()
})

/** Where a kept plan of these texts would read a table from its beginning to its end, as no index can serve. */
async function scans(texts: string[]): Promise<string[]> {
  const found: string[] = []
  for (const text of texts) {
    const values = new Set(text.match(/\$\d+/g))
    const nulls = values.size === 0 ? '' : `(${[...values].fill('null').join()})`
    await client.query(`prepare asked as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked${nulls}`)
    found.push(...rows.flatMap((row) => /Seq Scan on \w+/.exec(row['QUERY PLAN']) ?? []))
    await client.query('deallocate asked')
  }
  return found
}

it.each(LOOKED_UP)('%s reads no more of %s than it asks for', async (key, table, queryOf) => {
  const operation = operations.get(key)
  if (!operation) throw new Error(`${key} is no operation`)
  expect(await scans(await statements(operation, queryOf))).not.toContain(`Seq Scan on ${table}`)
})
