import { beforeAll, describe, expect, it } from 'vitest'
import { toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { createRecipeScene, RECIPES, type Recipe, type RecipeScene } from '../support/recipes.ts'
import type { Rest } from '../support/rest.ts'
import { recordStatements } from '../support/statements.ts'
import { createOwnWorld } from '../support/world.ts'
import { listConcealableIds, type IdLocation } from './concealable-ids.ts'
import { createIds, MISSING, makeIdsUnique, type Kind } from './id-kinds.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere' })
const ID_LOCATIONS = listConcealableIds()

async function buildRecipe({ operation, key }: IdLocation, scene: RecipeScene): Promise<Recipe> {
  const recipe = await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)
  if (!recipe) throw new Error(`${key} has no recipe`)
  // A search sends more statements while the search index is stale, for any request.
  if (operation.path.includes('/search/')) {
    await world.services.indexer.catchUp()
    await (await createClient()).get('/api/search/global?q=settled')
  }
  return recipe
}

const LOCKING = / for (update|share)/

/** All visible parts of an answer, and its database statements without values. */
async function observe(client: Rest, { operation, put }: IdLocation, recipe: Recipe, id: number) {
  const { result, statements } = await recordStatements(() => sendRecipe(client, operation, put(recipe, id)))
  const { status, text, headers } = result
  const locks = statements.filter((text) => text.includes(`= ${id} limit`) && LOCKING.test(text))
  const names = [...headers.keys()].filter((name) => name !== 'x-request-id' && name !== 'date')
  return {
    status,
    lockedById: locks.length,
    text: text.replaceAll(String(id), 'the id'),
    headers: names.map((name) => `${name}: ${headers.get(name)}`),
    statements: statements.map((statement) => statement.replaceAll(/'[^']*'|\b\d+\b/g, '?')),
  }
}

/** A client whose session was just used, so that requests do not update its last access. */
async function createClient(user = world.createUser()): Promise<Rest> {
  const client = await world.rest(await user)
  await client.get('/api/auth/me')
  return client
}

/** Expects one answer for a missing and a hidden record, from the admin of another project who also names own records. */
async function expectSameForOtherAdmin(location: IdLocation, hiddenId: number): Promise<void> {
  const scene = await createRecipeScene(world)
  const client = await createClient(world.createMember(scene.project, 'admin'))
  const recipe = await buildRecipe(location, scene)
  const nowhere = await observe(client, location, recipe, MISSING)
  // A request that ignores the id succeeds for another record, so only the status can be compared.
  const again = nowhere.status < 300 && location.operation.method !== 'GET'
  const repeated = again ? await buildRecipe(location, scene) : recipe
  const concealedResponse = await observe(client, location, repeated, hiddenId)
  expect(again ? concealedResponse.status : concealedResponse).toEqual(again ? nowhere.status : nowhere)
  expect(concealedResponse.lockedById, 'rows that are locked before they are known to be theirs').toBe(0)
}

beforeAll(() => makeIdsUnique(world))

describe('hidden and missing records get the same bytes and statements', () => {
  let scene: RecipeScene
  let hidden: Record<Kind, number>
  let nonMember: Rest

  beforeAll(async () => {
    scene = await createRecipeScene(world, 'hidden')
    hidden = await createIds(world, scene)
    nonMember = await createClient()
  })

  it.each(ID_LOCATIONS)('C-64: for a non-member: $name of $key', async (location) => {
    const recipe = await buildRecipe(location, scene)
    const nowhere = await observe(nonMember, location, recipe, MISSING)
    expect(await observe(nonMember, location, recipe, hidden[location.kind])).toEqual(nowhere)
  })

  it.each(ID_LOCATIONS.filter(({ first }) => !first))(
    'hidden and missing records get the same bytes and statements for the admin of another project, who also names own records: $name of $key',
    (location) => expectSameForOtherAdmin(location, hidden[location.kind]),
  )
})

const KINDS_IN_RELEASE = new Set<Kind>(['review', 'rule', 'relocation'])

describe('readers of a release cannot distinguish a missing record from one that only members see', () => {
  let hidden: Partial<Record<Kind, number>>

  beforeAll(async () => {
    const scene = await createRecipeScene(world, 'hidden')
    const { relocation } = await createIds(world, scene)
    const step = await world.createReview(scene.rule, scene.admin, {
      action: 'request_review',
      triageStatus: null,
    })
    const deleted = await world.createRule(scene.component, { deletedAt: new Date() })
    await world.database.queries
      .updateTable('components')
      .set({ released: true })
      .where('id', '=', scene.component.id)
      .execute()
    hidden = { relocation, review: step.id, rule: deleted.id }
  })

  it.each(ID_LOCATIONS.filter(({ kind }) => KINDS_IN_RELEASE.has(kind)))('C-22: $name of $key', (location) =>
    expectSameForOtherAdmin(location, hidden[location.kind] ?? MISSING),
  )
})
