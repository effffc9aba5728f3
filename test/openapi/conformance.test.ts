import { beforeAll, describe, expect, it } from 'vitest'
import { checker, recipeKey, sendRecipe } from '../support/conformance.ts'
import { digest } from '../support/digest.ts'
import { EXCEPTIONS, TOUCHED } from '../support/exceptions.ts'
import { serviceDocument, answering, type Operation } from '../support/openapi.ts'
import { probesOf } from '../support/probes.ts'
import { aScene, type Recipe, RECIPES, scenesOf, type Scene } from '../support/recipes.ts'
import { rest, type Rest } from '../support/rest.ts'
import { anOwnWorld } from '../support/world.ts'

/** Mail counts as on where its folder is named; a directory can be linked. */
const world = anOwnWorld({ MAIL_DIR: '/nowhere', LDAP_URL: 'ldap://127.0.0.1:1', LDAP_BASE_DN: 'dc=x' })
const document = serviceDocument
const operations = answering(document)
const check = checker(document)
const sceneFor = scenesOf(world)
let shared: Scene

beforeAll(async () => {
  shared = await aScene(world)
})

async function recipeOf(operation: Operation, scene = shared): Promise<{ recipe: Recipe; as: Rest }> {
  const recipe = (await RECIPES[recipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
  const user = recipe.as === undefined ? scene.admin : recipe.as
  if (recipe.cookie) return { recipe, as: rest(world.app, { cookie: recipe.cookie }) }
  return { recipe, as: await world.rest(user ?? undefined) }
}

describe('every operation', () => {
  it.each(operations)('has a request: $method $path (test/support/recipes.ts)', (operation) => {
    expect(Object.keys(RECIPES)).toContain(recipeKey(operation, RECIPES))
  })

  it.each(operations)('E-7, E-8: answers as documented: $method $path', async (operation) => {
    const { recipe, as } = await recipeOf(operation, await sceneFor(operation))
    const answer = await sendRecipe(as, operation, recipe)
    expect(answer.status, answer.text).toBeLessThan(300)
    check(operation, answer)
  })

  it.each(operations)('refuses people without a credential: $method $path', async (operation) => {
    if (operation.operation.security?.length === 0) return
    const { recipe } = await recipeOf(operation)
    const before = await digest(world)
    const answer = await sendRecipe(await world.rest(), operation, recipe)
    expect(answer.status).toBe(401)
    check(operation, answer)
    expect(await digest(world)).toEqual(before)
  })

  it.each(operations)('E-6: refuses what it documents as unusable: $method $path', async (operation) => {
    const key = recipeKey(operation, RECIPES)
    const { recipe, as } = await recipeOf(operation, await sceneFor(operation))
    const before = await digest(world, TOUCHED[key])
    for (const { what, status, recipe: spoilt, raw, field = '' } of probesOf(document, operation, recipe)) {
      const answer = await sendRecipe(as, operation, spoilt, raw)
      const expected = EXCEPTIONS[key]?.[field] ?? status
      expect(expected, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(answer.status)
      check(operation, answer)
    }
    expect(await digest(world, TOUCHED[key])).toEqual(before)
  })
})
