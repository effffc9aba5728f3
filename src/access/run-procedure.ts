import {
  type AnyTRPCProcedure,
  getTRPCErrorFromUnknown,
  TRPCError,
  type TRPCProcedureType,
} from '@trpc/server'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { z } from 'zod'
import { exactly, type Exact } from '../wire/exact.ts'
import { checkedBefore, noteChecked } from '../wire/kept-answer.ts'

/** One call of a procedure, as the library takes it. */
export interface ProcedureCall {
  ctx: object
  getRawInput: () => Promise<unknown>
  path: string
  type: TRPCProcedureType
  signal: AbortSignal | undefined
  batchIndex: number
}

type Outcome = { ok: true; data: unknown } | { ok: false; error: unknown; marker: typeof middlewareMarker }

/** What a middleware hands on. */
interface Handed {
  ctx?: object
  input?: unknown
  getRawInput?: () => Promise<unknown>
}

interface Given extends ProcedureCall {
  meta: unknown
  input: unknown
  next: (handed?: Handed) => Promise<Outcome>
}

interface Middleware {
  (given: Given): Promise<Outcome | undefined>
  /** The library's own: of these is `output`, which copies an answer by its schema. */
  _type?: string
}

/**
 * Runs a procedure's middlewares and its resolver and answers its data; throws the TRPCError that the library throws.
 * It does what the library's own call does, which copies every context member by member, twice per middleware: more
 * than a tenth of a small answer. What is already as its output schema makes it is not copied by it either.
 * test/access/run-procedure.test.ts holds both against each other.
 */
export async function runProcedure(procedure: AnyTRPCProcedure, call: ProcedureCall): Promise<unknown> {
  const definition: object = procedure._def
  if (!('middlewares' in definition) || !areMiddlewares(definition.middlewares)) return procedure(call)
  const plan = { middlewares: definition.middlewares, exact: exactOf(definition), meta: procedure._def.meta }
  const outcome = await step(plan, 0, call, call.ctx, undefined)
  if (outcome.ok) return outcome.data
  throw outcome.error
}

interface Plan {
  middlewares: Middleware[]
  exact: Exact
  meta: unknown
}

async function step(
  plan: Plan,
  index: number,
  { getRawInput, path, type, signal, batchIndex }: Omit<ProcedureCall, 'ctx'>,
  ctx: object,
  input: unknown,
): Promise<Outcome> {
  const call = { getRawInput, path, type, signal, batchIndex }
  const next = (handed?: Handed): Promise<Outcome> => {
    if (handed === undefined) return step(plan, index + 1, call, ctx, input)
    const further = handed.ctx ? { ...ctx, ...handed.ctx } : ctx
    const reading = handed.getRawInput ? { ...call, getRawInput: handed.getRawInput } : call
    return step(plan, index + 1, reading, further, 'input' in handed ? handed.input : input)
  }
  try {
    const middleware = plan.middlewares[index]
    const given = { ctx, getRawInput, path, type, signal, batchIndex, meta: plan.meta, input, next }
    if (middleware?._type === 'output') return await checked(plan, middleware, given)
    const outcome = await middleware?.(given)
    if (outcome) return outcome
    throw noResult()
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause), marker: middlewareMarker }
  }
}

/** The answer as its output schema makes it; one that is given again as it was is not checked again. */
async function checked({ exact }: Plan, output: Middleware, given: Given): Promise<Outcome> {
  const answered = await given.next()
  if (!answered.ok) return answered
  const before = checkedBefore(answered.data, exact)
  if (before) return { ...answered, data: before.data }
  const outcome = exact(answered.data)
    ? answered
    : await output({ ...given, next: () => Promise.resolve(answered) })
  if (!outcome) throw noResult()
  if (outcome.ok) noteChecked(answered.data, exact, outcome.data)
  return outcome
}

function noResult(): TRPCError {
  const message = 'No result from middlewares - did you forget to `return next()`?'
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message })
}

function areMiddlewares(value: unknown): value is Middleware[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'function')
}

const nothing: Exact = () => false

function exactOf(definition: object): Exact {
  const output: unknown = 'output' in definition ? definition.output : undefined
  return output instanceof z.core.$ZodType ? exactly(output) : nothing
}
