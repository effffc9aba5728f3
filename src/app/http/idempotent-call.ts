import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server'
import { validationError } from '../../errors.ts'
import type { IdempotentRequest } from '../../procedures/idempotency/key.ts'
import { takesKey } from '../../procedures/idempotency/takes-key.ts'
import type { Meta } from '../../procedures/meta.ts'
import type { RequestContext } from '../../request-context.ts'

/**
 * Returns the idempotency key of a tRPC call, if its operation accepts one over REST (rule E-16). Throws 422 for a
 * batch of several calls. If the caller is not authenticated, the call itself rejects the request.
 */
export async function readIdempotentRequest(
  ctx: Pick<RequestContext, 'request' | 'authenticate'>,
  router: AnyTRPCRouter,
  path: string,
  calls: string[],
): Promise<IdempotentRequest | undefined> {
  const key = ctx.request.header('idempotency-key')
  if (key === undefined || !calls.some((name) => isKeyed(router, name))) return undefined
  if (calls.length === 1) return { key, path, typed: true }
  if ((await ctx.authenticate('write').catch(() => null)) === null) return undefined
  const message = 'An Idempotency-Key applies to one call, not to a batch.'
  throw validationError('idempotency.key_invalid', 'Idempotency-Key', message)
}

function isKeyed(router: AnyTRPCRouter, name: string): boolean {
  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined
  if (procedure?._def.type !== 'mutation') return false
  const meta = (procedure._def.meta ?? {}) as Meta
  return takesKey(meta.openapi?.method ?? 'POST', meta)
}
