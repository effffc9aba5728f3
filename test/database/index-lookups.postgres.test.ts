import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverAccountMails } from '../support/accounts.ts'
import { toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { openTestDatabase } from '../support/db.ts'
import { listOperations, serviceDocument, type Operation } from '../support/openapi.ts'
import { createRecipeScene, RECIPES, type Recipe, type RecipeScene } from '../support/recipes.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere', EMAIL_CONFIRMATION_ENABLED: 'true' })

/** Each request uses an index, for any number of accounts, keys, components and entries. */
const LOOKED_UP: [key: string, table: string, createQuery?: (scene: RecipeScene) => Recipe['query']][] = [
  ['POST /users', 'users'],
  ['POST /users/admin_create', 'users'],
  ['PATCH /users/{userId}', 'users'],
  ['PATCH /users', 'users'],
  ['POST /users/password', 'users'],
  ['POST /users/confirmation', 'users'],
  ['POST /users/unlock', 'users'],
  ['POST /api/auth/login', 'users'],
  ['DELETE /projects/{id}', 'idempotency_keys'],
  ['DELETE /projects/{id}', 'requirement_relocations'],
  ['DELETE /reviews/{reviewId}/admin_destroy', 'idempotency_keys'],
  ['GET /api/components/latest', 'components'],
  ['GET /requirement_relocations/destinations', 'components'],
  ['GET /api/audits', 'audit_entries', ({ project }) => ({ project_id: project.id })],
  ['GET /projects/{id}/histories', 'audit_entries'],
  ['GET /users/inbox', 'domain_events'],
  ['GET /users/inbox', 'rules'],
]
const operations = new Map(
  listOperations(serviceDocument).map((item) => [`${item.method} ${item.path}`, item]),
)

/** The statements of a system administrator's request, and of the mails that it causes. */
async function statements(
  operation: Operation,
  createQuery: (scene: RecipeScene) => Recipe['query'] = () => undefined,
): Promise<string[]> {
  const scene = await createRecipeScene(world)
  const recipe = await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)
  const rest = await world.rest(recipe?.as === undefined ? scene.admin : (recipe.as ?? undefined))
  const query = createQuery(scene) ?? recipe?.query
  const { result, statements: sent } = await recordStatements(async () => {
    const answer = await sendRecipe(rest, operation, { ...recipe, ...(query && { query }) })
    await deliverAccountMails(world)
    return answer
  })
  expect(result.status, result.text).toBeLessThan(400)
  return sent
}

let client: Client
let close: () => Promise<void>

beforeAll(async () => {
  const database = await openTestDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    'set enable_seqscan = off; set enable_mergejoin = off; set enable_hashjoin = off; set plan_cache_mode = force_generic_plan',
  )
  const { rows } = await client.query<{ name: string }>(
    'select indexrelid::regclass::text as name from pg_index where indpred is not null',
  )
  partial = rows.map(({ name }) => name)
  close = () => database.close()
})

afterAll(async () => {
  await client.end()
  await close()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

/** Partial indexes with few rows, which may be scanned completely. */
let partial: string[]

/** The tables that a plan scans completely, without scans that stop at a limit. */
function readWhole({ Plans: below = [], ...node }: Plan, scan = /^(Seq|Index|Index Only) Scan$/): string[] {
  if (node['Node Type'] === 'Limit' || partial.includes(node['Index Name'] ?? '')) return []
  const isFullScan = scan.test(node['Node Type']) && node['Index Cond'] === undefined
  return [
    ...(isFullScan ? [node['Relation Name'] ?? ''] : []),
    ...below.flatMap((plan) => readWhole(plan, scan)),
  ]
}

/** The cached plans of these texts. */
async function explainPlans(texts: string[]): Promise<Plan[]> {
  const cachedPlans: Plan[] = []
  for (const text of texts) {
    const values = new Set(text.match(/\$\d+/g))
    const nulls = values.size === 0 ? '' : `(${[...values].fill('null').join()})`
    await client.query(`prepare asked as ${text}`)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (format json) execute asked${nulls}`,
    )
    cachedPlans.push(...rows.map((row) => row['QUERY PLAN'][0].Plan))
    await client.query('deallocate asked')
  }
  return cachedPlans
}

/** The tables that a cached plan of these texts would scan completely, because no index helps. */
async function listScans(texts: string[], scan?: RegExp): Promise<string[]> {
  return (await explainPlans(texts)).flatMap((plan) => readWhole(plan, scan))
}

it.each(LOOKED_UP)('%s reads no more of %s than it requests', async (key, table, createQuery) => {
  const operation = operations.get(key)
  if (!operation) throw new Error(`${key} is no operation`)
  expect(await listScans(await statements(operation, createQuery))).not.toContain(table)
})

it('the menu of an administrator finds locked accounts without scanning all accounts', async () => {
  const operation = operations.get('GET /api/navigation')
  if (!operation) throw new Error('no menu')
  // The requester is joined to the accounts; with so few rows, the planner may start from either side.
  expect(await listScans(await statements(operation), /^Seq Scan$/)).not.toContain('users')
})

it.each(['Project', 'Component'] as const)(
  'a search for people to add excludes the members of a %s with one lookup',
  async (type) => {
    const operation = operations.get('GET /api/users/search')
    if (!operation) throw new Error('no search for people')
    const sent = await statements(operation, ({ project, component }) => ({
      q: 'person',
      membership_type: type,
      membership_id: type === 'Project' ? project.id : component.id,
    }))
    const search = (await explainPlans(sent)).filter((plan) => JSON.stringify(plan).includes('~~'))
    expect(search).toHaveLength(1)
    // PostgreSQL 17 and newer write the comparison into it.
    expect(JSON.stringify(search)).toMatch(/NOT \((ANY \(id = \()?hashed SubPlan/)
  },
)
