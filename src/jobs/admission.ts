import type { AnyTRPCProcedure } from '@trpc/server'
import { getTRPCErrorFromUnknown, middlewareMarker } from '@trpc/server/unstable-core-do-not-import'
import type { EffectiveAccess } from '../audit/actor.ts'
import { isReaderOnly } from '../auth/access/effective-access.ts'
import type { RequestContext } from '../request-context.ts'

/** One call of a procedure. */
export interface Call {
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
type Step = ((options: Options) => Promise<Outcome>) & { _type?: string }

/**
 * Does all of a call but the operation itself: credential, access, locks and validation, in the same order and the
 * same transaction as ever; then `instead`, whose answer is answered. Throws what the operation would refuse.
 */
export async function assertAdmitted<T>(
  { procedure, path, ctx, input, signal }: Call,
  instead: (ctx: Options['ctx']) => Promise<T>,
): Promise<T> {
  const kept: { answer?: T } = {}
  const steps: Step[] = stepsOf(procedure)
    .filter(({ _type }) => _type !== 'output')
    .slice(0, -1)
  const last: Step = async (options) => {
    const answer = await instead(options.ctx)
    kept.answer = answer
    return Object.assign({ ok: true as const, data: answer }, { marker: middlewareMarker })
  }
  const { type, meta } = procedure._def
  const given: Options = {
    ctx: { ...ctx },
    getRawInput: () => Promise.resolve(input),
    path,
    type,
    signal,
    batchIndex: 0,
    input: undefined,
  }
  const outcome = await run([...steps, last], 0, given, meta)
  if (!outcome.ok) throw outcome.error
  return outcome.data as T
}

/** True if the caller can read the component only because it is released (rule C-22). */
export async function readsByRelease(call: Call): Promise<boolean> {
  if (call.procedure._def.type !== 'query') return false
  const ctx = { ...call.ctx, limited: true, idempotency: undefined }
  const found = await assertAdmitted({ ...call, ctx }, (admittedTo) => Promise.resolve(admittedTo))
  const { standing } = found as { standing?: EffectiveAccess }
  return standing !== undefined && isReaderOnly(standing)
}

/** Returns the middlewares of a procedure in order, with the operation last. */
function stepsOf(procedure: AnyTRPCProcedure): Step[] {
  const definition: object = procedure._def
  if ('middlewares' in definition && Array.isArray(definition.middlewares)) return definition.middlewares
  throw new Error('a procedure has no steps: the library has changed')
}

/** Runs the middlewares as the tRPC library does, which can't skip the operation. */
async function run(steps: readonly Step[], index: number, options: Options, meta: unknown): Promise<Outcome> {
  const next = (more: Partial<Options> = {}): Promise<Outcome> =>
    run(steps, index + 1, { ...options, ...more, ctx: { ...options.ctx, ...more.ctx } }, meta)
  try {
    const step = steps[index]
    if (!step) throw new Error('a procedure has no operation')
    return await step({ ...options, meta, next })
  } catch (cause) {
    const failed = { ok: false as const, error: getTRPCErrorFromUnknown(cause) }
    return Object.assign(failed, { marker: middlewareMarker })
  }
}
