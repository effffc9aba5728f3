import {
  type AnyTRPCProcedure,
  getTRPCErrorFromUnknown,
  TRPCError,
  type TRPCProcedureType,
} from '@trpc/server'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { wasValidated, markValidated } from './cached-response.ts'
import { isFastPathEnabled } from './switch.ts'

/** A procedure call, as in tRPC. */
export interface ProcedureCall {
  ctx: object
  getRawInput: () => Promise<unknown>
  path: string
  type: TRPCProcedureType
  signal: AbortSignal | undefined
  batchIndex: number
}

type Outcome = { ok: true; data: unknown } | { ok: false; error: unknown; marker: typeof middlewareMarker }

/** Options that a middleware passes to `next`. */
interface NextOptions {
  ctx?: object
  input?: unknown
  getRawInput?: () => Promise<unknown>
}

interface MiddlewareOptions extends ProcedureCall {
  meta: unknown
  input: unknown
  next: (handed?: NextOptions) => Promise<Outcome>
}

interface Middleware {
  (given: MiddlewareOptions): Promise<Outcome | undefined>
  /** Set by tRPC for its own middlewares, such as `output`, which copies a response by its schema. */
  _type?: string
}

/**
 * Runs a procedure's middlewares and resolver, and returns its data or throws its TRPCError, without the library's
 * copies of the context. A cached response is validated once.
 */
export async function runProcedure(procedure: AnyTRPCProcedure, call: ProcedureCall): Promise<unknown> {
  if (!isFastPathEnabled()) return procedure(call)
  const definition: object = procedure._def
  if (!('middlewares' in definition) || !areMiddlewares(definition.middlewares)) return procedure(call)
  const plan = {
    middlewares: definition.middlewares,
    meta: procedure._def.meta,
  }
  const outcome = await step(plan, 0, call, call.ctx, undefined)
  if (outcome.ok) return outcome.data
  throw outcome.error
}

interface Plan {
  middlewares: Middleware[]
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
  const next = (handed?: NextOptions): Promise<Outcome> => {
    if (handed === undefined) return step(plan, index + 1, call, ctx, input)
    const further = handed.ctx ? { ...ctx, ...handed.ctx } : ctx
    const reading = handed.getRawInput ? { ...call, getRawInput: handed.getRawInput } : call
    return step(plan, index + 1, reading, further, 'input' in handed ? handed.input : input)
  }
  try {
    const middleware = plan.middlewares[index]
    const given = { ctx, getRawInput, path, type, signal, batchIndex, meta: plan.meta, input, next }
    if (middleware?._type === 'output') return await validated(middleware, given)
    const outcome = await middleware?.(given)
    if (outcome) return outcome
    throw noResult()
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause), marker: middlewareMarker }
  }
}

/** Validates the output. A cached response that this middleware has validated is not validated again. */
async function validated(output: Middleware, given: MiddlewareOptions): Promise<Outcome> {
  const answered = await given.next()
  if (!answered.ok) return answered
  const before = wasValidated(answered.data, output)
  if (before) return { ...answered, data: before.data }
  const outcome = await output({ ...given, next: () => Promise.resolve(answered) })
  if (!outcome) throw noResult()
  if (outcome.ok) markValidated(answered.data, output, outcome.data)
  return outcome
}

function noResult(): TRPCError {
  const message = 'No result from middlewares - did you forget to `return next()`?'
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message })
}

function areMiddlewares(value: unknown): value is Middleware[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'function')
}
