import type { Choice } from '../decide/decisions.ts'
import type { Row } from '../queue/rows.ts'

/** One call by which the service takes a decision back. */
export type Step =
  | { kind: 'one'; reviewId: number; version: number }
  | { kind: 'many'; componentId: number; decision: string }

/** Something that one decided: what undo takes back, the newest first. */
export interface UndoEntry {
  key: number
  choice: Choice
  /** What was done, where it was more or less than the decision. */
  done?: string
  /** Where it was decided: only there it is offered to be taken back. */
  componentId: number
  projectId: number
  /** How many comments it is about, and the first of them. */
  size: number
  first: number
  /** The rows as they were before, as far as they are shown. */
  before: readonly Row[]
  response: string
  /** When it was sent; the service forgets it after ten minutes. */
  at: number
  state: 'sending' | 'done' | 'undoing'
  /** In the order in which they are taken back. */
  steps: readonly Step[]
  /** What is not taken back with it, in words. */
  stays: string | null
}
