import type { Choice } from '../decide/decisions.ts'
import type { Row } from '../queue/rows.ts'

/** One API call that undoes a decision. */
export type Step =
  | { kind: 'one'; reviewId: number; version: number }
  | { kind: 'many'; componentId: number; decision: string }

/** A decision that can be undone. */
export interface UndoEntry {
  key: number
  choice: Choice
  /** A description, if it was more or less than the decision. */
  done?: string
  /** The component of the decision; the undo is offered only there. */
  componentId: number
  projectId: number
  /** The number of decided comments, and the first of them. */
  size: number
  firstId: number
  /** The visible rows before the decision. */
  before: readonly Row[]
  response: string
  /** When the decision was sent; the service allows undo for ten minutes. */
  decidedAt: number
  state: 'sending' | 'done' | 'undoing'
  /** In the order in which they are undone. */
  steps: readonly Step[]
  /** A description of what the undo does not restore. */
  stays: string | null
}
