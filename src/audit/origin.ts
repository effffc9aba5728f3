import type { Actor } from './actor.ts'

/** The actor and request of a transaction; stored with each of its audit entries. */
export interface Origin {
  actor: Actor | null
  requestId: string | null
  address: string | null
  now: Date
}

/** Returns the origin of a transaction without a request: of background tasks, startup and the operator's commands. */
export function createSystemOrigin(now: Date): Origin {
  return { actor: null, requestId: null, address: null, now }
}
