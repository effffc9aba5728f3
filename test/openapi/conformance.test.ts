import { beforeAll, describe, expect, it } from 'vitest'
import { EXCEPTIONS, TOUCHED } from '../support/conformance-exceptions.ts'
import { createChecker, toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { digestDatabase } from '../support/database-digest.ts'
import { findInvalidInputs } from '../support/invalid-inputs.ts'
import { serviceDocument, listEndingOperations, type Operation } from '../support/openapi.ts'
import { type Recipe, RECIPES, createSceneProvider } from '../support/recipes.ts'
import { rest, type Rest } from '../support/rest.ts'
import { createOwnWorld } from '../support/world.ts'

/** Settings that turn mail on and configure a directory for linking. */
const world = createOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const document = serviceDocument
const operations = listEndingOperations(document)
const check = createChecker(document)
const sceneFor = createSceneProvider(world)

interface PreparedRecipe {
  recipe: Recipe
  /** The caller for whom the recipe succeeds. */
  as: Rest
}

async function prepare(operation: Operation): Promise<PreparedRecipe> {
  const scene = await sceneFor(operation)
  const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
  const user = recipe.as === undefined ? scene.admin : recipe.as
  if (recipe.cookie) return { recipe, as: rest(world.app, { cookie: recipe.cookie }) }
  return { recipe, as: await world.rest(user ?? undefined) }
}

// Rejected requests change nothing, so they go first and the request that succeeds uses the same records.
describe.each(operations)('$method $path', (operation) => {
  const key = toRecipeKey(operation, RECIPES)
  let prepared: PreparedRecipe
  beforeAll(async () => {
    prepared = await prepare(operation)
  })

  it('has a request in test/support/recipes.ts', () => {
    expect(Object.keys(RECIPES)).toContain(key)
  })

  it.skipIf(operation.operation.security?.length === 0)('rejects callers without a credential', async () => {
    const before = await digestDatabase(world)
    const answer = await sendRecipe(await world.rest(), operation, prepared.recipe)
    expect(answer.status).toBe(401)
    check(operation, answer)
    expect(await digestDatabase(world)).toEqual(before)
  })

  it('E-6: rejects every input that it documents as invalid, and changes nothing', async () => {
    const { recipe, as } = prepared
    const before = await digestDatabase(world, TOUCHED[key])
    for (const { description, status, recipe: invalid, raw, field = '' } of findInvalidInputs(
      document,
      operation,
      recipe,
    )) {
      const answer = await sendRecipe(as, operation, invalid, raw)
      const expected = EXCEPTIONS[key]?.[field] ?? status
      expect(expected, `${description}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(
        answer.status,
      )
      check(operation, answer)
    }
    expect(await digestDatabase(world, TOUCHED[key])).toEqual(before)
  })

  it('E-7, E-8: succeeds and answers as documented', async () => {
    const answer = await sendRecipe(prepared.as, operation, prepared.recipe)
    expect(answer.status, answer.text).toBeLessThan(300)
    check(operation, answer)
  })
})
