import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import type { Context } from 'hono'
import { runOnce, takesKey } from '../../openapi/idempotent.ts'
import type { RequestContext } from '../context.ts'
import { DomainError, invalid } from '../errors.ts'
import type { Meta } from '../meta.ts'

/** How a request was answered; `passing` tells, once the answer is complete, whether a retry may change it. */
export interface Answered {
  answer: Response
  passing: () => boolean
}

/** Answers a request of a typed client, or refuses all of its calls. */
type Answer = (request: Request, refusal?: DomainError) => Promise<Answered>

/**
 * Runs the call of a typed client once per `Idempotency-Key`, where its operation takes one over REST (contract,
 * decision 15). A key stands for one call: a batch of several with a key is refused by 422.
 */
export async function callOnce(
  c: Context,
  ctx: RequestContext,
  router: AnyTRPCRouter,
  calls: string[],
  answer: Answer,
): Promise<Response> {
  const request = c.req.raw
  if (ctx.request.header('idempotency-key') === undefined || !calls.some((name) => keyed(router, name))) {
    return (await answer(request)).answer
  }
  // Whoever may not call at all is told so by the call.
  const actor = await ctx.authenticate('write').catch(() => null)
  if (!actor) return (await answer(request)).answer
  let passing = () => false
  try {
    if (calls.length > 1) {
      const message = 'A key stands for one call, not for a batch of several.'
      throw invalid('idempotency.key_invalid', 'Idempotency-Key', message)
    }
    const input = { form: ctx.request.header('trpc-accept') ?? '', body: await valuesOf(request.clone()) }
    const run = async () => {
      const given = await answer(request)
      passing = given.passing
      return given.answer
    }
    return await runOnce(ctx, actor, c.req.path, input, run, () => passing())
  } catch (error) {
    if (error instanceof DomainError) return (await answer(request, error)).answer
    throw error
  }
}

function keyed(router: AnyTRPCRouter, name: string): boolean {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined
  if (procedure?._def.type !== 'mutation') return false
  const meta = (procedure._def.meta ?? {}) as Meta
  return takesKey(meta.openapi?.method ?? 'POST', meta)
}

/** The values of a call, whatever the order of their members; its text where they cannot be read. */
async function valuesOf(request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
