import type { AnyTRPCProcedure } from '@trpc/server'
import { getTRPCErrorFromUnknown, middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import type { EffectiveAccess } from '../audit/actor.ts'
import { isReaderOnly } from '../auth/access/effective-access.ts'
import type { RequestContext } from '../request-context.ts'

/** One call of a procedure. */
export interface ProcedureCall {
  procedure: AnyTRPCProcedure
  /** Its path, such as `components.export`. */
  path: string
  ctx: RequestContext
  input: Record<string, unknown>
  signal?: AbortSignal | undefined
}

interface Options {
  ctx: Record<string, unknown>
  [name: string]: unknown
}
type Outcome = { ok: true; data: unknown } | { ok: false; error: Error }
type Middleware = ((options: Options) => Promise<Outcome>) & { _type?: string }

/**
 * Runs the middlewares of a procedure (credential, access, locks, validation) in their transaction, then `handler`
 * instead of the operation. Returns the result of `handler`; throws the errors of the middlewares.
 */
export async function runMiddlewares<T>(
  { procedure, path, ctx, input, signal }: ProcedureCall,
  handler: (ctx: Options['ctx']) => Promise<T>,
): Promise<T> {
  const middlewares = listMiddlewares(procedure)
    .filter(({ _type }) => _type !== 'output')
    .slice(0, -1)
  const last: Middleware = async (options) => {
    const data = await handler(options.ctx)
    return Object.assign({ ok: true as const, data }, { marker: middlewareMarker })
  }
  const { type, meta } = procedure._def
  const options: Options = {
    ctx: { ...ctx },
    getRawInput: () => Promise.resolve(input),
    path,
    type,
    signal,
    batchIndex: 0,
    input: undefined,
  }
  const outcome = await run([...middlewares, last], 0, options, meta)
  if (!outcome.ok) throw outcome.error
  return outcome.data as T
}

/** True if the caller can read the component only because it is released (rule C-22). */
export async function isReadableOnlyByRelease(call: ProcedureCall): Promise<boolean> {
  if (call.procedure._def.type !== 'query') return false
  const ctx = { ...call.ctx, rateLimited: true, idempotentRequest: undefined }
  const authorized = await runMiddlewares({ ...call, ctx }, (callCtx) => Promise.resolve(callCtx))
  const { effectiveAccess } = authorized as { effectiveAccess?: EffectiveAccess }
  return effectiveAccess !== undefined && isReaderOnly(effectiveAccess)
}

/** Returns the middlewares of a procedure in order, with the operation last. */
function listMiddlewares(procedure: AnyTRPCProcedure): Middleware[] {
  const definition: object = procedure._def
  if ('middlewares' in definition && Array.isArray(definition.middlewares)) return definition.middlewares
  throw new Error('a procedure has no middlewares: the library has changed')
}

/** Runs the middlewares as the tRPC library does, which can't skip the operation. */
async function run(
  middlewares: readonly Middleware[],
  index: number,
  options: Options,
  meta: unknown,
): Promise<Outcome> {
  const next = (more: Partial<Options> = {}): Promise<Outcome> =>
    run(middlewares, index + 1, { ...options, ...more, ctx: { ...options.ctx, ...more.ctx } }, meta)
  try {
    const middleware = middlewares[index]
    if (!middleware) throw new Error('a procedure has no operation')
    return await middleware({ ...options, meta, next })
  } catch (cause) {
    const failed = { ok: false as const, error: getTRPCErrorFromUnknown(cause) }
    return Object.assign(failed, { marker: middlewareMarker })
  }
}
