import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listRoutes, type Route } from '../../openapi/routes.ts'
import { appRouter } from '../../routers/index.ts'
import type { Caller } from '../../verification/fuzz/callers.ts'
import { oddText, oddValue } from '../../verification/fuzz/edge-case-values.ts'
import { findViolation } from '../../verification/fuzz/find-violation.ts'
import { oddHeader } from '../../verification/fuzz/headers.ts'
import { repeatMutation, createValueMutations, type Mutation } from '../../verification/fuzz/mutations.ts'
import { describeRequest, send, type FuzzRequest, type Draft } from '../../verification/fuzz/request.ts'
import { TIMEOUT_MS, REQUESTS, ROUND, SEED, toSeed, selectOperations } from '../../verification/fuzz/scale.ts'
import { shrink } from '../../verification/fuzz/shrink.ts'
import { CALLS } from '../security-regressions/trpc-calls.ts'
import { createChecker } from '../support/conformance.ts'
import { listOperations, serviceDocument, type Operation } from '../support/openapi.ts'
import type { Recipe } from '../support/recipes.ts'
import { selectCaller, openFuzzWorlds, type FuzzWorld } from './fuzz-world.ts'
import { parseAnswers, findCallViolation, findResultViolation } from './trpc-responses.ts'

const { world, worldFor: groundFor, buildRecipe: findRecipe, authorizedCaller: rightful } = openFuzzWorlds()
const operations = listOperations(serviceDocument)
const check = createChecker(serviceDocument)
const procedures = new Map(CALLS.map((call) => [call.name, call]))

/** One procedure and the operation that it is over REST. */
interface CalledProcedure {
  name: string
  operation: Operation
}

const CALLED: CalledProcedure[] = [
  ...new Map(listRoutes(appRouter).map((route) => [route.name, route] as const)).values(),
].flatMap(({ name, method, path }: Route) => {
  const operation = operations.find((each) => each.method === method && each.path === path)
  return operation ? [{ name, operation }] : []
})

/** The form in which an input is sent. */
interface CallForm {
  description: string
  /** The names of the calls, as the address has them. */
  names: string[]
  batch: boolean
  method: 'GET' | 'POST'
  /** The kind of input of a call; `own` is that of the recipe and its variations. */
  inputs: (input: unknown) => unknown
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
function createUnbatchedForm(name: string): CallForm {
  return {
    description: 'alone',
    names: [name],
    batch: false,
    method: procedures.get(name)?.type === 'mutation' ? 'POST' : 'GET',
    inputs: (input) => input,
    headers: {},
  }
}

/** The forms of a call: mostly unbatched and correct, otherwise batched or malformed. */
function callForms(name: string): fc.Arbitrary<CallForm> {
  const unbatched = createUnbatchedForm(name)
  const other = unbatched.method === 'GET' ? 'POST' : 'GET'
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
    .map(([others, more, input, lines]): CallForm => {
      const names = [name, ...others, ...Array.from({ length: more }, () => name)]
      return {
        ...unbatched,
        description: `batch of ${names.slice(0, 12).join(',').slice(0, 200)} (${names.length})`,
        names,
        batch: true,
        inputs: (variation) =>
          Object.fromEntries(names.map((each, index) => [index, each === name ? variation : input])),
        headers: lines ? { 'trpc-accept': 'application/jsonl' } : {},
      }
    })
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(unbatched) },
    { weight: 3, arbitrary: batches },
    {
      weight: 1,
      arbitrary: fc.constant<CallForm>({ ...unbatched, description: `by ${other}`, method: other }),
    },
    {
      weight: 1,
      arbitrary: fc.oneof(fc.constantFrom(...BROKEN), oddText).map((text): CallForm => {
        return { ...unbatched, description: `input ${text.slice(0, 60)}`, text }
      }),
    },
    {
      weight: 1,
      arbitrary: oddValue.map((value): CallForm => ({
        ...unbatched,
        description: 'other input',
        inputs: () => value,
      })),
    },
    {
      weight: 1,
      arbitrary: oddHeader.map(([header, value]): CallForm => {
        return { ...unbatched, description: `${header}: ${value.slice(0, 60)}`, headers: { [header]: value } }
      }),
    },
  )
}

/** The input of a tRPC call that is equivalent to a REST request. */
function toInput({ params, query, body }: FuzzRequest): Record<string, unknown> {
  return { ...params, ...query, ...body }
}

function toDraft(form: CallForm, recipe: Recipe, mutations: readonly Mutation[]): Draft {
  const bare: Draft = { method: form.method, path: '', recipe, query: [], headers: {} }
  const { recipe: twisted, headers } = mutations.reduce((request, { apply }) => apply(request), bare)
  const text = form.text ?? JSON.stringify(form.inputs(toInput(twisted))) ?? ''
  const query: [string, string][] = form.batch ? [['batch', '1']] : []
  const path = `/trpc/${form.names.map(encodeURIComponent).join(',')}`
  const draft = { method: form.method, path, recipe: {}, headers: { ...headers, ...form.headers } }
  if (form.method === 'GET') return { ...draft, query: [...query, ['input', text.toWellFormed()]] }
  return { ...draft, query, raw: { type: 'application/json', content: text } }
}

async function sendDraft(
  { name, operation }: CalledProcedure,
  form: CallForm,
  recipe: Recipe,
  mutations: readonly Mutation[],
  caller: Caller,
  { secrets }: FuzzWorld,
): Promise<string | null> {
  const from = world.logged.length
  const response = await send(world.app, toDraft(form, recipe, mutations), caller.headers)
  const wrong = findViolation(response, caller, secrets, world.logged.slice(from))
  if (wrong !== null) return wrong
  const open = (name: string) => procedures.get(name)?.needs === 'public'
  const answers = parseAnswers(response)
  const refused = findCallViolation(answers, form.names, caller, open)
  return refused ?? findResultViolation(answers ?? [], form.names, name, operation, check)
}

/** Calls a procedure with the input that succeeds over REST, and returns the violation, if any. */
async function checkValidCall({ name, operation }: CalledProcedure): Promise<string | null> {
  const target = await groundFor(operation)
  const recipe = await findRecipe(operation, target)
  // tRPC neither takes nor answers files.
  if (recipe.form || procedures.get(name)?.file) return null
  const caller = await rightful(target, recipe)
  const response = await send(world.app, toDraft(createUnbatchedForm(name), recipe, []), caller.headers)
  if (response.status >= 300) return `does not succeed: ${response.status} ${response.text.slice(0, 300)}`
  return findResultViolation(parseAnswers(response) ?? [], [name], name, operation, check)
}

/** Runs one round of calls and returns the violations. */
async function runRound(called: CalledProcedure, first: number): Promise<string[]> {
  const { name, operation } = called
  const violations: string[] = []
  const target = await groundFor(operation)
  const recipe = await findRecipe(operation, target)
  const mutations = repeatMutation(fc.oneof(...createValueMutations(serviceDocument, operation, target.ids)))
  const sampled = fc.sample(fc.tuple(callForms(name), mutations), {
    seed: toSeed(`${name} ${first}`),
    numRuns: Math.min(ROUND, REQUESTS - first),
  })
  for (const [index, [form, all]] of sampled.entries()) {
    const caller = selectCaller(target, first + index)
    const violation = await sendDraft(called, form, recipe, all, caller, target)
    if (violation === null) continue
    const needed = await shrink(all, (some) => sendDraft(called, form, recipe, some, caller, target))
    const done = [form.description, ...needed.map(({ description }) => description)]
    violations.push(`${violation}\n    ${describeRequest(toDraft(form, recipe, needed), caller.name, done)}`)
  }
  return violations
}

describe(`any tRPC call of any caller (FUZZ_SEED=${SEED})`, () => {
  it.each(selectOperations(CALLED))(
    'is answered or rejected separately, and reveals no hidden data: $name',
    async (called) => {
      const violations: string[] = []
      expect(await checkValidCall(called)).toBeNull()
      for (let first = 0; first < REQUESTS; first += ROUND) {
        violations.push(...(await runRound(called, first)))
      }
      expect((await world.app.request('/health_check')).status).toBe(200)
      expect(violations.join('\n\n')).toBe('')
    },
    TIMEOUT_MS,
  )
})
