import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../openapi/document.ts'
import { checker, recipeKey, sendRecipe } from '../support/conformance.ts'
import { digest } from '../support/digest.ts'
import { TOUCHED } from '../support/exceptions.ts'
import { invalidRequest } from '../support/invalid-requests.ts'
import { answering } from '../support/openapi.ts'
import { RECIPES, scenesOf } from '../support/recipes.ts'
import { anOwnWorld } from '../support/world.ts'

/** CI_FUZZ=full makes five times as many requests; CI_FUZZ_SEED makes other ones: a number, or `random`. */
const RUNS = process.env['CI_FUZZ'] === 'full' ? 50 : 10
const CHOSEN = process.env['CI_FUZZ_SEED'] ?? '1'
const SEED = CHOSEN === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(CHOSEN)

/** Mail counts as on where its folder is named. */
const world = anOwnWorld({ MAIL_DIR: '/nowhere' })
// A hundred requests take a second on an idle machine, and far longer on one that does other work too.
const PATIENCE = 300_000
const document = openApiDocument('/', 'service')
const check = checker(document)
const sceneFor = scenesOf(world)
describe('invalid requests', () => {
  it.each(answering(document))(
    'are refused as documented, and change nothing: $method $path',
    async (operation) => {
      const key = recipeKey(operation, RECIPES)
      const scene = await sceneFor(operation)
      const recipe = (await RECIPES[key]?.(scene, world)) ?? {}
      const rest = await world.rest((recipe.as === undefined ? scene.admin : recipe.as) ?? undefined)
      const requests = invalidRequest(document, operation, recipe)
      if (!requests) return
      const before = await digest(world, TOUCHED[key])
      const property = fc.asyncProperty(requests, async (request) => {
        const answer = await sendRecipe(rest, operation, request.recipe, request.raw)
        expect(answer.status, answer.text).toBeGreaterThanOrEqual(400)
        expect(answer.status, answer.text).toBeLessThan(500)
        check(operation, answer)
      })
      await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS > 10 })
      expect(await digest(world, TOUCHED[key])).toEqual(before)
    },
    PATIENCE,
  )
})
