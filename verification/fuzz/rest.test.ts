import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectCaller, openFuzzWorlds, type FuzzWorld } from '../../test/fuzz/fuzz-world.ts'
import { findLeaks } from '../../test/support/canaries.ts'
import { createChecker } from '../../test/support/conformance.ts'
import { listOperations, serviceDocument, type Operation } from '../../test/support/openapi.ts'
import type { Recipe } from '../../test/support/recipes.ts'
import type { Caller } from './callers.ts'
import { findViolation, findAnswerViolation } from './find-violation.ts'
import { createRestMutations, repeatMutation, type Mutation } from './mutations.ts'
import { toTarget, describeRequest, send, type Draft } from './request.ts'
import { TIMEOUT_MS, REQUESTS, ROUND, SEED, toSeed, selectOperations } from './scale.ts'
import { shrink } from './shrink.ts'

const {
  world,
  hidden,
  worldFor: groundFor,
  buildRecipe: findRecipe,
  authorizedCaller: rightful,
} = openFuzzWorlds()
const operations = listOperations(serviceDocument)
const check = createChecker(serviceDocument)

/** Paths without ids. An id equal to such a path segment calls that other operation. */
const names = new Set(operations.flatMap(({ path }) => (path.includes('{') ? [] : [path])))

/** The methods of a path, regardless of its parameter names. */
function listMethods({ path }: Operation): ReadonlySet<string> {
  const toTemplate = (other: string) => other.replaceAll(/\{\w+\}/g, '~')
  return new Set(
    operations.filter((each) => toTemplate(each.path) === toTemplate(path)).map(({ method }) => method),
  )
}

/** Sends the request of an operation unchanged as the caller of its recipe, and returns the violation, if any. */
async function checkValidRequest(operation: Operation): Promise<string | null> {
  const target = await groundFor(operation)
  const recipe = await findRecipe(operation, target)
  const caller = await rightful(target, recipe)
  const firstLog = world.logged.length
  const answer = await send(world.app, toDraft(operation, recipe, []), caller.headers)
  if (answer.status >= 300) return `does not succeed: ${answer.status} ${answer.text.slice(0, 300)}`
  const wrong = findViolation(answer, caller, target.secrets, world.logged.slice(firstLog))
  return wrong ?? findAnswerViolation(check, operation, answer, caller)
}

/** Runs one round of requests; returns the violations, each with its shrunk request. */
async function runRound(operation: Operation, first: number): Promise<string[]> {
  const violations: string[] = []
  const target = await groundFor(operation)
  const recipe = await findRecipe(operation, target)
  const twist = createRestMutations(serviceDocument, operation, recipe, target.ids, listMethods(operation))
  const seed = toSeed(`${operation.method} ${operation.path} ${first}`)
  const sampled = fc.sample(repeatMutation(twist), { seed, numRuns: Math.min(ROUND, REQUESTS - first) })
  for (const [index, all] of sampled.entries()) {
    const caller = selectCaller(target, first + index)
    const violation = await sendDraft(operation, recipe, all, caller, target)
    if (violation === null) continue
    const needed = await shrink(all, (some) => sendDraft(operation, recipe, some, caller, target))
    const done = needed.map(({ description }) => description)
    violations.push(
      `${violation}\n    ${describeRequest(toDraft(operation, recipe, needed), caller.name, done)}`,
    )
  }
  return violations
}

function toDraft({ method, path }: Operation, recipe: Recipe, mutations: readonly Mutation[]): Draft {
  const draft: Draft = { method, path, recipe, query: [], headers: {} }
  return mutations.reduce((request, { apply }) => apply(request), draft)
}

/** Sends one request and returns the violation in its answer, if any. */
async function sendDraft(
  operation: Operation,
  recipe: Recipe,
  mutations: readonly Mutation[],
  caller: Caller,
  { secrets }: FuzzWorld,
): Promise<string | null> {
  const draft = toDraft(operation, recipe, mutations)
  const firstLog = world.logged.length
  const answer = await send(world.app, draft, caller.headers)
  const wrong = findViolation(answer, caller, secrets, world.logged.slice(firstLog))
  if (wrong !== null) return wrong
  const [address = ''] = toTarget(draft).split('?')
  if (address !== operation.path && names.has(address)) return null
  if (draft.method === operation.method) return findAnswerViolation(check, operation, answer, caller)
  if (draft.method === 'HEAD') return answer.text === '' ? null : 'answered HEAD with a body'
  return answer.status >= 400 || draft.method === 'OPTIONS'
    ? null
    : `answered ${answer.status} to ${draft.method}`
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
      const violations: string[] = []
      expect(await checkValidRequest(operation)).toBeNull()
      for (let first = 0; first < REQUESTS; first += ROUND) {
        violations.push(...(await runRound(operation, first)))
      }
      expect((await world.app.request('/health_check')).status).toBe(200)
      expect(violations.join('\n\n')).toBe('')
    },
    TIMEOUT_MS,
  )
})
