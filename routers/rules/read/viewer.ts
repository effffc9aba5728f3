import type { Actor, EffectiveAccess } from '../../../src/audit/actor.ts'

/** The caller, who determines the own reactions and visible emails in reviews. */
export interface Viewer {
  actor: Actor
  effectiveAccess: EffectiveAccess
}
