import type { Actor } from '../audit/actor.ts'
import type { Origin } from '../audit/origin.ts'
import type { RequestContext } from '../request-context.ts'

/** The origin of a transaction that an operation opens by itself, on behalf of `actor` or of no one yet. */
export function originOf(
  { request, services }: Pick<RequestContext, 'request' | 'services'>,
  actor: Actor | null,
): Origin {
  return { actor, requestId: request.id, address: request.address, now: services.clock() }
}
