import {
  type AnyTRPCProcedure,
  getTRPCErrorFromUnknown,
  TRPCError,
  type TRPCProcedureType,
} from '@trpc/server'
import { middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import { findValidatedData, markValidated } from './cached-response.ts'
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
  next: (nextOptions?: NextOptions) => Promise<Outcome>
}

interface Middleware {
  (options: MiddlewareOptions): Promise<Outcome | undefined>
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
  const outcome = await runStep(plan, 0, call, call.ctx, undefined)
  if (outcome.ok) return outcome.data
  throw outcome.error
}

interface Plan {
  middlewares: Middleware[]
  meta: unknown
}

async function runStep(
  plan: Plan,
  index: number,
  { getRawInput, path, type, signal, batchIndex }: Omit<ProcedureCall, 'ctx'>,
  ctx: object,
  input: unknown,
): Promise<Outcome> {
  const call = { getRawInput, path, type, signal, batchIndex }
  const next = (nextOptions?: NextOptions): Promise<Outcome> => {
    if (nextOptions === undefined) return runStep(plan, index + 1, call, ctx, input)
    const further = nextOptions.ctx ? { ...ctx, ...nextOptions.ctx } : ctx
    const reading = nextOptions.getRawInput ? { ...call, getRawInput: nextOptions.getRawInput } : call
    return runStep(plan, index + 1, reading, further, 'input' in nextOptions ? nextOptions.input : input)
  }
  try {
    const middleware = plan.middlewares[index]
    const options = { ctx, getRawInput, path, type, signal, batchIndex, meta: plan.meta, input, next }
    if (middleware?._type === 'output') return await validateOutput(middleware, options)
    const outcome = await middleware?.(options)
    if (outcome) return outcome
    throw createNoResultError()
  } catch (cause) {
    return { ok: false, error: getTRPCErrorFromUnknown(cause), marker: middlewareMarker }
  }
}

/** Validates the output. A cached response that this middleware has validated is not validated again. */
async function validateOutput(output: Middleware, options: MiddlewareOptions): Promise<Outcome> {
  const response = await options.next()
  if (!response.ok) return response
  const cached = findValidatedData(response.data, output)
  if (cached) return { ...response, data: cached.data }
  const outcome = await output({ ...options, next: () => Promise.resolve(response) })
  if (!outcome) throw createNoResultError()
  if (outcome.ok) markValidated(response.data, output, outcome.data)
  return outcome
}

function createNoResultError(): TRPCError {
  const message = 'No result from middlewares - did you forget to `return next()`?'
  return new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message })
}

function areMiddlewares(value: unknown): value is Middleware[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'function')
}
