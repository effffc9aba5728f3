import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { STREAMS, WITH_PROVIDER } from './support/conformance-exceptions.ts'
import { toRecipeKey, sendRecipe } from './support/conformance.ts'
import { unique } from './support/factories.ts'
import { serviceDocument, listOperations, type Operation } from './support/openapi.ts'
import { ALLOWANCES, READ_BUDGET, WRITE_BUDGET } from './support/query-allowances.ts'
import { aRecipeScene, RECIPES, type Recipe, type RecipeScene } from './support/recipes.ts'
import { recordStatements } from './support/statements.ts'
import { anOwnWorld, type World } from './support/world.ts'

const world = anOwnWorld({ MAIL_DIR: '/nonexistent/mail' })
const operations = listOperations(serviceDocument).filter(
  ({ method, path }) => ![...WITH_PROVIDER, ...STREAMS].includes(`${method} ${path}`),
)

/** Adds this many records of each kind that a list could contain. */
async function filled(world: World, scene: RecipeScene, count: number): Promise<void> {
  const { project, component, rule, person, review, srg } = scene
  const each = <T>(make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const [members, others] = await Promise.all([
    each(() => world.aMember(project, 'author')),
    world.rules(component, count),
    each(() => world.aComponent(project, { securityRequirementsGuideId: srg.id, name: unique('More') })),
    each(async () => world.join(person, await world.aProject(), 'viewer')),
  ])
  const comments = await each((index) => world.aReview(others[index] ?? rule, members[index] ?? person))
  await each((index) => world.aReview(rule, members[index] ?? person))
  await Promise.all([
    each(() => world.aReview(rule, person, { respondingToReviewId: review.id })),
    each((index) =>
      world.aReview(others[index] ?? rule, person, {
        respondingToReviewId: comments[index]?.id ?? review.id,
      }),
    ),
  ])
}

async function statements(operation: Operation, recipe: Recipe, scene: RecipeScene): Promise<string[]> {
  const user = recipe.as === undefined ? scene.admin : recipe.as
  const rest = await world.rest(user ?? undefined)
  const { result, statements: sent } = await recordStatements(() => sendRecipe(rest, operation, recipe))
  expect(result.status, result.text).toBeLessThan(300)
  return sent
}

async function aFilledScene(rows: number): Promise<RecipeScene> {
  const scene = await aRecipeScene(world)
  await filled(world, scene, rows)
  // A reply in the millisecond of a decision counts as later, so the decision could not be undone.
  for (const filledAt = Date.now(); Date.now() === filledAt;) await immediately()
  return scene
}

/** Reads change no data, so all of them use the same scenes. */
const forReads = new Map<number, Promise<RecipeScene>>()

function sceneFor({ method }: Operation, rows: number): Promise<RecipeScene> {
  if (method !== 'GET') return aFilledScene(rows)
  const world = forReads.get(rows) ?? aFilledScene(rows)
  forReads.set(rows, world)
  return world
}

async function counted(operation: Operation, rows: number): Promise<string[]> {
  const scene = await sceneFor(operation, rows)
  const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
  return statements(operation, recipe, scene)
}

describe('the number of statements per request', () => {
  it.each(operations)(
    'the number of statements per request of $method $path does not grow with rows and equals its budget',
    async (operation) => {
      const few = await counted(operation, 1)
      const many = await counted(operation, 4)
      const key = `${operation.method} ${operation.path}`
      const budget = ALLOWANCES[key] ?? (operation.method === 'GET' ? READ_BUDGET : WRITE_BUDGET)
      expect(many.length, many.join('\n')).toBeLessThanOrEqual(few.length)
      expect(many.length, `${key}: ${many.length}\n${many.join('\n')}`).toBeLessThanOrEqual(budget)
    },
  )
})
