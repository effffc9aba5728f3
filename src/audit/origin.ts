import type { Actor } from './actor.ts'

/** On whose behalf a transaction runs; kept with every audit entry it leaves. */
export interface Origin {
  actor: Actor | null
  requestId: string | null
  address: string | null
  now: Date
}
