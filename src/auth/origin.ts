import type { Actor } from '../audit/actor.ts'
import type { Origin } from '../audit/origin.ts'
import type { RequestPart } from '../request-context.ts'

/** The origin of a transaction that an operation opens itself; `actor` is null before sign-in. */
export function toOrigin(
  { request, services }: RequestPart<'clock', 'request'>,
  actor: Actor | null,
): Origin {
  return { actor, requestId: request.id, address: request.address, now: services.clock() }
}
