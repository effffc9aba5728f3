import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listRoutes, type Route } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import type { Caller } from '../../verification/fuzz/callers.ts'
import { oddText, oddValue } from '../../verification/fuzz/edge-case-values.ts'
import { objection } from '../../verification/fuzz/find-violation.ts'
import { oddHeader } from '../../verification/fuzz/headers.ts'
import { several, valueTwists, type Twist } from '../../verification/fuzz/mutations.ts'
import { inWords, send, type FuzzRequest, type Draft } from '../../verification/fuzz/request.ts'
import { PATIENCE, REQUESTS, ROUND, SEED, seedOf, selectOperations } from '../../verification/fuzz/scale.ts'
import { fewest } from '../../verification/fuzz/shrink.ts'
import { CALLS } from '../security-regressions/trpc-calls.ts'
import { createChecker } from '../support/conformance.ts'
import { listOperations, serviceDocument, type Operation } from '../support/openapi.ts'
import type { Recipe } from '../support/recipes.ts'
import { callerOf, theGrounds, type FuzzWorld } from './fuzz-world.ts'
import { answersOf, objectionToCalls, objectionToResults } from './trpc-responses.ts'

const { world, groundFor, recipeOf, rightful } = theGrounds()
const operations = listOperations(serviceDocument)
const check = createChecker(serviceDocument)
const procedures = new Map(CALLS.map((call) => [call.name, call]))

/** One procedure and the operation that it is over REST. */
interface Called {
  name: string
  operation: Operation
}

const CALLED: Called[] = [
  ...new Map(listRoutes(appRouter).map((route) => [route.name, route] as const)).values(),
].flatMap(({ name, method, path }: Route) => {
  const operation = operations.find((each) => each.method === method && each.path === path)
  return operation ? [{ name, operation }] : []
})

/** The form in which an input is sent. */
interface Way {
  what: string
  /** The names of the calls, as the address has them. */
  names: string[]
  batch: boolean
  method: 'GET' | 'POST'
  /** The kind of input of a call; `own` is that of the recipe and its variations. */
  inputs: (own: unknown) => unknown
  /** The body that replaces all inputs. */
  text?: string
  headers: Record<string, string>
}

const NO_CALLS = [
  '',
  'nothing',
  'projects',
  '__proto__',
  'constructor.x',
  'projects.list.x',
  '🦀',
  'a'.repeat(3000),
]

/** Queries that fill the batch in which a broken request is sent. */
const BATCHED_QUERIES = CALLS.filter(({ type, file }) => type === 'query' && !file).map(({ name }) => name)

const BROKEN = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"0":',
  '{"0":{"json":{}}}',
  '[{}]',
  '{"-1":{}}',
  '{"__proto__":{}}',
  '{"a":{}}',
  '%',
  '[['.repeat(5000),
]

/** A call that is not batched, by the method of its type. */
function aloneOf(name: string): Way {
  return {
    what: 'alone',
    names: [name],
    batch: false,
    method: procedures.get(name)?.type === 'mutation' ? 'POST' : 'GET',
    inputs: (own) => own,
    headers: {},
  }
}

/** The ways of one call: mostly alone and as its type wants it, else in a batch or written wrong. */
function waysOf(name: string): fc.Arbitrary<Way> {
  const alone = aloneOf(name)
  const other = alone.method === 'GET' ? 'POST' : 'GET'
  const batches = fc
    .tuple(
      fc.array(
        fc.oneof(fc.constant(name), fc.constantFrom(...BATCHED_QUERIES), fc.constantFrom(...NO_CALLS)),
        {
          maxLength: 8,
        },
      ),
      fc.constantFrom(0, 0, 0, 45, 60),
      oddValue,
      fc.boolean(),
    )
    .map(([others, more, input, lines]): Way => {
      const names = [name, ...others, ...Array.from({ length: more }, () => name)]
      return {
        ...alone,
        what: `batch of ${names.slice(0, 12).join(',').slice(0, 200)} (${names.length})`,
        names,
        batch: true,
        inputs: (own) => Object.fromEntries(names.map((each, at) => [at, each === name ? own : input])),
        headers: lines ? { 'trpc-accept': 'application/jsonl' } : {},
      }
    })
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(alone) },
    { weight: 3, arbitrary: batches },
    { weight: 1, arbitrary: fc.constant<Way>({ ...alone, what: `by ${other}`, method: other }) },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom(...BROKEN), oddText).map((text): Way => {
        return { ...alone, what: `input ${text.slice(0, 60)}`, text }
      }),
    },
    {
      weight: 1,
      arbitrary: oddValue.map((value): Way => ({ ...alone, what: 'other input', inputs: () => value })),
    },
    {
      weight: 1,
      arbitrary: oddHeader.map(([header, value]): Way => {
        return { ...alone, what: `${header}: ${value.slice(0, 60)}`, headers: { [header]: value } }
      }),
    },
  )
}

/** The input of a tRPC call that is equivalent to a REST request. */
function inputOf({ params, query, body }: FuzzRequest): Record<string, unknown> {
  return { ...params, ...query, ...body }
}

function drafted(way: Way, recipe: Recipe, twists: readonly Twist[]): Draft {
  const bare: Draft = { method: way.method, path: '', recipe, query: [], headers: {} }
  const { recipe: twisted, headers } = twists.reduce((made, { apply }) => apply(made), bare)
  const text = way.text ?? JSON.stringify(way.inputs(inputOf(twisted))) ?? ''
  const query: [string, string][] = way.batch ? [['batch', '1']] : []
  const path = `/trpc/${way.names.map(encodeURIComponent).join(',')}`
  const draft = { method: way.method, path, recipe: {}, headers: { ...headers, ...way.headers } }
  if (way.method === 'GET') return { ...draft, query: [...query, ['input', text.toWellFormed()]] }
  return { ...draft, query, raw: { type: 'application/json', content: text } }
}

async function tried(
  { name, operation }: Called,
  way: Way,
  recipe: Recipe,
  twists: readonly Twist[],
  caller: Caller,
  { secrets }: FuzzWorld,
): Promise<string | null> {
  const from = world.logged.length
  const got = await send(world.app, drafted(way, recipe, twists), caller.headers)
  const wrong = objection(got, caller, secrets, world.logged.slice(from))
  if (wrong !== null) return wrong
  const open = (name: string) => procedures.get(name)?.needs === 'public'
  const answers = answersOf(got)
  const refused = objectionToCalls(answers, way.names, caller, open)
  return refused ?? objectionToResults(answers ?? [], way.names, name, operation, check)
}

/** Calls a procedure with the input that succeeds over REST, and returns the violation, if any. */
async function unchanged({ name, operation }: Called): Promise<string | null> {
  const ground = await groundFor(operation)
  const recipe = await recipeOf(operation, ground)
  // tRPC neither takes nor answers files.
  if (recipe.form || procedures.get(name)?.file) return null
  const caller = await rightful(ground, recipe)
  const got = await send(world.app, drafted(aloneOf(name), recipe, []), caller.headers)
  if (got.status >= 300) return `does not succeed: ${got.status} ${got.text.slice(0, 300)}`
  return objectionToResults(answersOf(got) ?? [], [name], name, operation, check)
}

/** One round of calls; the objections to their answers. */
async function round(called: Called, first: number): Promise<string[]> {
  const { name, operation } = called
  const found: string[] = []
  const ground = await groundFor(operation)
  const recipe = await recipeOf(operation, ground)
  const twists = several(fc.oneof(...valueTwists(serviceDocument, operation, ground.ids)))
  const sampled = fc.sample(fc.tuple(waysOf(name), twists), {
    seed: seedOf(`${name} ${first}`),
    numRuns: Math.min(ROUND, REQUESTS - first),
  })
  for (const [index, [way, all]] of sampled.entries()) {
    const caller = callerOf(ground, first + index)
    const violation = await tried(called, way, recipe, all, caller, ground)
    if (violation === null) continue
    const needed = await fewest(all, (some) => tried(called, way, recipe, some, caller, ground))
    const done = [way.what, ...needed.map(({ what }) => what)]
    found.push(`${violation}\n    ${inWords(drafted(way, recipe, needed), caller.name, done)}`)
  }
  return found
}

describe(`any tRPC call of any caller (FUZZ_SEED=${SEED})`, () => {
  it.each(selectOperations(CALLED))(
    'is answered or rejected separately, and reveals no hidden data: $name',
    async (called) => {
      const found: string[] = []
      expect(await unchanged(called)).toBeNull()
      for (let first = 0; first < REQUESTS; first += ROUND) found.push(...(await round(called, first)))
      expect((await world.app.request('/health_check')).status).toBe(200)
      expect(found.join('\n\n')).toBe('')
    },
    PATIENCE,
  )
})
