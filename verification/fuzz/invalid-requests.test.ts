import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TOUCHED } from '../../test/support/conformance-exceptions.ts'
import { createChecker, toRecipeKey, sendRecipe } from '../../test/support/conformance.ts'
import { digestDatabase } from '../../test/support/database-digest.ts'
import { createInvalidRequest } from '../../test/support/invalid-requests.ts'
import { serviceDocument, listEndingOperations } from '../../test/support/openapi.ts'
import { RECIPES, createSceneProvider } from '../../test/support/recipes.ts'
import { createOwnWorld } from '../../test/support/world.ts'
import { TIMEOUT_MS, INVALID_REQUESTS, SEED } from './scale.ts'

/** A mail folder, because some operations exist only if mail is on. */
const world = createOwnWorld({ MAIL_DIR: '/nowhere' })
const document = serviceDocument
const check = createChecker(document)
const sceneFor = createSceneProvider(world)

describe(`invalid requests (FUZZ_SEED=${SEED})`, () => {
  it.each(listEndingOperations(document))(
    'are rejected as documented, and change nothing: $method $path',
    async (operation) => {
      const key = toRecipeKey(operation, RECIPES)
      const scene = await sceneFor(operation)
      const recipe = (await RECIPES[key]?.(scene, world)) ?? {}
      const rest = await world.rest((recipe.as === undefined ? scene.admin : recipe.as) ?? undefined)
      const requests = createInvalidRequest(document, operation, recipe)
      if (!requests) return
      const before = await digestDatabase(world, TOUCHED[key])
      const property = fc.asyncProperty(requests, async (request) => {
        const answer = await sendRecipe(rest, operation, request.recipe, request.raw)
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
        expect(answer.status, answer.text).toBeLessThan(500)
        check(operation, answer)
      })
      await fc.assert(property, {
        numRuns: INVALID_REQUESTS,
        seed: SEED,
        endOnFailure: INVALID_REQUESTS > 10,
      })
      expect(await digestDatabase(world, TOUCHED[key])).toEqual(before)
    },
    TIMEOUT_MS,
  )
})
