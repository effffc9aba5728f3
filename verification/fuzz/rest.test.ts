import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callerOf, theGrounds, type FuzzWorld } from '../../test/fuzz/fuzz-world.ts'
import { findLeaks } from '../../test/support/canaries.ts'
import { createChecker } from '../../test/support/conformance.ts'
import { listOperations, serviceDocument, type Operation } from '../../test/support/openapi.ts'
import type { Recipe } from '../../test/support/recipes.ts'
import type { Caller } from './callers.ts'
import { objection, objectionOf } from './find-violation.ts'
import { restTwists, several, type Twist } from './mutations.ts'
import { addressOf, inWords, send, type Draft } from './request.ts'
import { PATIENCE, REQUESTS, ROUND, SEED, seedOf, selectOperations } from './scale.ts'
import { fewest } from './shrink.ts'

const { world, hidden, groundFor, recipeOf, rightful } = theGrounds()
const operations = listOperations(serviceDocument)
const check = createChecker(serviceDocument)

/** Paths without ids. An id equal to such a path segment calls that other operation. */
const names = new Set(operations.flatMap(({ path }) => (path.includes('{') ? [] : [path])))

/** The methods of a path, regardless of its parameter names. */
function methodsOf({ path }: Operation): ReadonlySet<string> {
  const same = (other: string) => other.replaceAll(/\{\w+\}/g, '~')
  return new Set(operations.filter((each) => same(each.path) === same(path)).map(({ method }) => method))
}

/** Sends the request of an operation unchanged as the caller of its recipe, and returns the violation, if any. */
async function unchanged(operation: Operation): Promise<string | null> {
  const ground = await groundFor(operation)
  const recipe = await recipeOf(operation, ground)
  const caller = await rightful(ground, recipe)
  const from = world.logged.length
  const got = await send(world.app, drafted(operation, recipe, []), caller.headers)
  if (got.status >= 300) return `does not succeed: ${got.status} ${got.text.slice(0, 300)}`
  const wrong = objection(got, caller, ground.secrets, world.logged.slice(from))
  return wrong ?? objectionOf(check, operation, got, caller)
}

/** Runs one round of requests; returns the violations, each with its shrunk request. */
async function round(operation: Operation, first: number): Promise<string[]> {
  const found: string[] = []
  const ground = await groundFor(operation)
  const recipe = await recipeOf(operation, ground)
  const twist = restTwists(serviceDocument, operation, recipe, ground.ids, methodsOf(operation))
  const seed = seedOf(`${operation.method} ${operation.path} ${first}`)
  const sampled = fc.sample(several(twist), { seed, numRuns: Math.min(ROUND, REQUESTS - first) })
  for (const [index, all] of sampled.entries()) {
    const caller = callerOf(ground, first + index)
    const violation = await tried(operation, recipe, all, caller, ground)
    if (violation === null) continue
    const needed = await fewest(all, (some) => tried(operation, recipe, some, caller, ground))
    const done = needed.map(({ what }) => what)
    found.push(`${violation}\n    ${inWords(drafted(operation, recipe, needed), caller.name, done)}`)
  }
  return found
}

function drafted({ method, path }: Operation, recipe: Recipe, twists: readonly Twist[]): Draft {
  const draft: Draft = { method, path, recipe, query: [], headers: {} }
  return twists.reduce((made, { apply }) => apply(made), draft)
}

/** Sends one request and returns the violation in its answer, if any. */
async function tried(
  operation: Operation,
  recipe: Recipe,
  twists: readonly Twist[],
  caller: Caller,
  { secrets }: FuzzWorld,
): Promise<string | null> {
  const draft = drafted(operation, recipe, twists)
  const from = world.logged.length
  const got = await send(world.app, draft, caller.headers)
  const wrong = objection(got, caller, secrets, world.logged.slice(from))
  if (wrong !== null) return wrong
  const [address = ''] = addressOf(draft).split('?')
  if (address !== operation.path && names.has(address)) return null
  if (draft.method === operation.method) return objectionOf(check, operation, got, caller)
  if (draft.method === 'HEAD') return got.text === '' ? null : 'answered HEAD with a body'
  return got.status >= 400 || draft.method === 'OPTIONS' ? null : `answered ${got.status} to ${draft.method}`
}

describe('the canary text', () => {
  it('is visible to members in every operation', async () => {
    const { scene } = hidden()
    const hits = await findLeaks(world, scene, await world.rest(scene.admin))
    expect(hits.length).toBeGreaterThan(40)
  })
})

describe(`any REST request of any caller (FUZZ_SEED=${SEED})`, () => {
  it.each(selectOperations(operations))(
    'is answered as documented, and reveals no hidden data: $method $path',
    async (operation) => {
      const found: string[] = []
      expect(await unchanged(operation)).toBeNull()
      for (let first = 0; first < REQUESTS; first += ROUND) found.push(...(await round(operation, first)))
      expect((await world.app.request('/health_check')).status).toBe(200)
      expect(found.join('\n\n')).toBe('')
    },
    PATIENCE,
  )
})
