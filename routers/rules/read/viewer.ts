import type { Actor, Standing } from '../../../src/access/actor.ts'

/** Who reads: decides on own reactions and email addresses in the reviews. */
export interface Viewer {
  actor: Actor
  standing: Standing
}
