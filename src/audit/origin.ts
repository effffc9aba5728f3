import type { Actor } from './actor.ts'

/** The actor and request of a transaction; stored with each of its audit entries. */
export interface Origin {
  actor: Actor | null
  requestId: string | null
  address: string | null
  now: Date
}
