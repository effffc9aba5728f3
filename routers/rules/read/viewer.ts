import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'

/** Who reads: decides on own reactions and email addresses in the reviews. */
export interface Viewer {
  actor: Actor
  standing: EffectiveAccess
}
