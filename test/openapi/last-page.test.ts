import { expect, it } from 'vitest'
import { createChecker, toRecipeKey, sendRecipe } from '../support/conformance.ts'
import { listEndingOperations, serviceDocument } from '../support/openapi.ts'
import { RECIPES, createSceneProvider } from '../support/recipes.ts'
import { createOwnWorld } from '../support/world.ts'

const world = createOwnWorld({ MAIL_DIR: '/nowhere' })
const sceneFor = createSceneProvider(world)
const check = createChecker(serviceDocument)
const LAST = 999_999_999_999_999

const paged = listEndingOperations(serviceDocument).filter(({ method, operation }) => {
  return (
    method === 'GET' &&
    (operation.parameters ?? []).some(({ in: where, name }) => where === 'query' && name === 'page')
  )
})

it.each(paged)('the last allowed page is answered: $path', async (operation) => {
  const scene = await sceneFor(operation)
  const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
  const rest = await world.rest((recipe.as === undefined ? scene.admin : recipe.as) ?? undefined)
  const answer = await sendRecipe(rest, operation, { ...recipe, query: { ...recipe.query, page: LAST } })
  expect(answer.status, answer.text).toBeLessThan(500)
  check(operation, answer)
})
