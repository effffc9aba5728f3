import { initTRPC, type AnyTRPCProcedure, TRPCError } from '@trpc/server'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cacheResponse } from '../../../src/database/fast-path/cached-response.ts'
import { runProcedure } from '../../../src/database/fast-path/run-procedure.ts'
import { withFastPath } from '../../support/fast-path.ts'

withFastPath()

const t = initTRPC.context<{ steps: string[] }>().meta<{ word: string }>().create()

/** A call with an input; the middlewares write their steps into its context. */
function createCall(raw: unknown) {
  const steps: string[] = []
  const getRawInput = () => Promise.resolve(raw)
  const call = {
    ctx: { steps },
    getRawInput,
    path: 'a.b',
    type: 'query',
    signal: undefined,
    batchIndex: 0,
  } as const
  return { steps, call }
}

/** The result of a call: its answer or its error, and its steps. */
async function runOutcome(run: () => Promise<unknown>, steps: string[]): Promise<unknown> {
  try {
    return { data: await run(), steps }
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error
    const { code, message, cause } = error
    return { code, message, cause: cause?.message, steps }
  }
}

/** Calls a procedure through the library and through our runner. */
async function compareBoth(
  procedure: AnyTRPCProcedure,
  raw: unknown,
): Promise<{ expected: unknown; actual: unknown }> {
  const [a, b] = [createCall(raw), createCall(raw)]
  return {
    expected: await runOutcome(async () => procedure(a.call), a.steps),
    actual: await runOutcome(() => runProcedure(procedure, b.call), b.steps),
  }
}

const watched = t.procedure
  .meta({ word: 'declared' })
  .use(async ({ ctx, meta, path, type, next }) => {
    ctx.steps.push(`begin ${meta?.word} ${path} ${type}`)
    const result = await next({ ctx: { actor: 7 } })
    ctx.steps.push(result.ok ? 'ok' : `failed ${result.error.code}`)
    return result
  })
  .input(z.object({ id: z.int() }))
  .use(({ ctx, input, next }) => next({ ctx: { twice: input.id * 2, actor: ctx.actor + 1 } }))
  .input(z.object({ name: z.string().default('none') }))
  .output(z.object({ sum: z.int(), name: z.string() }))

const answering = watched.query(({ ctx, input }) => ({
  sum: ctx.twice + ctx.actor + input.id,
  name: input.name,
  hidden: true,
}))
const refusing = watched.query(() => {
  throw new TRPCError({ code: 'FORBIDDEN', message: 'no' })
})
const failing = watched.query(() => {
  throw new RangeError('broken')
})
const misanswering = watched.query(({ ctx }) => ({ sum: Number.NaN, name: String(ctx.actor) }))

it('a procedure returns what the library returns, without members that its shape omits', async () => {
  const { expected, actual } = await compareBoth(answering, { id: 5, name: 'five', other: 1 })
  expect(actual).toEqual(expected)
  expect(actual).toMatchObject({ data: { sum: 23, name: 'five' }, steps: ['begin declared a.b query', 'ok'] })
  expect(actual).not.toHaveProperty('data.hidden')
})

it('an answer that already matches its shape is the same on both paths', async () => {
  const exact = watched.query(({ ctx }) => ({ sum: ctx.twice, name: 'exact' }))
  const { expected, actual } = await compareBoth(exact, { id: 5 })
  expect(actual).toEqual(expected)
  expect(actual).toEqual({ data: { sum: 10, name: 'exact' }, steps: ['begin declared a.b query', 'ok'] })
})

it.each([
  ['unusable input', answering, { id: 'five' }, 'BAD_REQUEST'],
  ['a refusal', refusing, { id: 5 }, 'FORBIDDEN'],
  ['an unexpected error', failing, { id: 5 }, 'INTERNAL_SERVER_ERROR'],
  ['an answer of another shape', misanswering, { id: 5 }, 'INTERNAL_SERVER_ERROR'],
])('%s ends as it does in the library', async (_, procedure, raw, code) => {
  const { expected, actual } = await compareBoth(procedure, raw)
  expect(actual).toEqual(expected)
  expect(actual).toMatchObject({ code, steps: ['begin declared a.b query', `failed ${code}`] })
})

it('a changed input of a middleware reaches the middleware after it', async () => {
  const replacing = t.procedure
    .use(({ next }) => next({ getRawInput: () => Promise.resolve({ id: 1 }) }))
    .input(z.object({ id: z.int() }))
    .query(({ input }) => input)
  const { expected, actual } = await compareBoth(replacing, { id: 'unread' })
  expect(actual).toEqual(expected)
  expect(actual).toMatchObject({ data: { id: 1 } })
})

it('validates a cached response once, and never returns members that its schema omits', async () => {
  let checks = 0
  const Output = z.object({ name: z.string().refine(() => ((checks += 1), true)) })
  const cached = cacheResponse({ name: 'a', hidden: true })
  const procedure = t.procedure.output(Output).query(() => cached)
  const answers = []
  for (let turn = 0; turn < 3; turn += 1) {
    answers.push(await runProcedure(procedure, createCall(undefined).call))
  }
  expect(answers).toEqual([{ name: 'a' }, { name: 'a' }, { name: 'a' }])
  expect(answers[2]).toBe(answers[0])
  expect(checks).toBe(1)
})
