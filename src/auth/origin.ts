import type { Actor, RequestContext } from '../context.ts'
import type { Origin } from '../transaction.ts'

/** The origin of a transaction that an operation opens by itself, on behalf of `actor` or of nobody yet. */
export function originOf({ request, services }: RequestContext, actor: Actor | null): Origin {
  return { actor, requestId: request.id, address: request.address, now: services.clock() }
}
