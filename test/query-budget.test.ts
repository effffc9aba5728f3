import { setImmediate as immediately } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { STREAMS, WITH_PROVIDER } from './support/conformance-exceptions.ts'
import { toRecipeKey, sendRecipe } from './support/conformance.ts'
import { unique } from './support/factories.ts'
import { serviceDocument, listOperations, type Operation } from './support/openapi.ts'
import { ALLOWANCES, READ_BUDGET, WRITE_BUDGET } from './support/query-allowances.ts'
import { createRecipeScene, RECIPES, type Recipe, type RecipeScene } from './support/recipes.ts'
import { recordStatements } from './support/statements.ts'
import { createOwnWorld, type World } from './support/world.ts'

const world = createOwnWorld({ MAIL_DIR: '/nonexistent/mail' })
const operations = listOperations(serviceDocument).filter(
  ({ method, path }) => ![...WITH_PROVIDER, ...STREAMS].includes(`${method} ${path}`),
)

/** Adds this many records of each kind that a list could contain. */
async function fillScene(world: World, scene: RecipeScene, count: number): Promise<void> {
  const { project, component, rule, person, review, srg } = scene
  const each = <T>(make: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => make(index)))
  const [members, others] = await Promise.all([
    each(() => world.createMember(project, 'author')),
    world.rules(component, count),
    each(() => world.createComponent(project, { securityRequirementsGuideId: srg.id, name: unique('More') })),
    each(async () => world.join(person, await world.createProject(), 'viewer')),
  ])
  const comments = await each((index) => world.createReview(others[index] ?? rule, members[index] ?? person))
  await each((index) => world.createReview(rule, members[index] ?? person))
  await Promise.all([
    each(() => world.createReview(rule, person, { respondingToReviewId: review.id })),
    each((index) =>
      world.createReview(others[index] ?? rule, person, {
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

async function createFilledScene(rows: number): Promise<RecipeScene> {
  const scene = await createRecipeScene(world)
  await fillScene(world, scene, rows)
  // A reply in the millisecond of a decision counts as later, so the decision could not be undone.
  for (const filledAt = Date.now(); Date.now() === filledAt;) await immediately()
  return scene
}

/** Reads change no data, so all of them use the same scenes. */
const forReads = new Map<number, Promise<RecipeScene>>()

function createSceneFor({ method }: Operation, rows: number): Promise<RecipeScene> {
  if (method !== 'GET') return createFilledScene(rows)
  const world = forReads.get(rows) ?? createFilledScene(rows)
  forReads.set(rows, world)
  return world
}

async function countedStatements(operation: Operation, rows: number): Promise<string[]> {
  const scene = await createSceneFor(operation, rows)
  const recipe = (await RECIPES[toRecipeKey(operation, RECIPES)]?.(scene, world)) ?? {}
  return statements(operation, recipe, scene)
}

describe('the number of statements per request', () => {
  it.each(operations)(
    'the number of statements per request of $method $path does not grow with rows and equals its budget',
    async (operation) => {
      const few = await countedStatements(operation, 1)
      const many = await countedStatements(operation, 4)
      const key = `${operation.method} ${operation.path}`
      const budget = ALLOWANCES[key] ?? (operation.method === 'GET' ? READ_BUDGET : WRITE_BUDGET)
      expect(many.length, many.join('\n')).toBeLessThanOrEqual(few.length)
      expect(many.length, `${key}: ${many.length}\n${many.join('\n')}`).toBeLessThanOrEqual(budget)
    },
  )
})
