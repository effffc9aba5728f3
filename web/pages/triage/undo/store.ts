import { UNDO_MS } from '../../../../src/vocabulary.ts'
import type { Outputs } from '../../../api/client.ts'
import { problemOf, type Problem } from '../../../api/errors.ts'
import { CHOICES, choiceOf, type Verdict } from '../decide/decisions.ts'
import { showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { storeDecisions, readDecisions } from './stored-decisions.ts'
import type { UndoEntry } from './undo-entry.ts'

export type { UndoEntry, Step } from './undo-entry.ts'
export type Review = Outputs['reviews']['get']['review']

/** A decision that did not come to stand, and why; its response is kept. */
export interface Failure {
  id: number
  verdict: Verdict
  problem: Problem
  /** The comment as someone else left it meanwhile. */
  theirs: Review | null
}

/** A decision that could not be taken back, and why. */
export interface FailedUndo {
  entry: UndoEntry
  problem: Problem
}

export interface Snapshot {
  failures: readonly Failure[]
  undoEntries: readonly UndoEntry[]
  refused: FailedUndo | null
  /** Comments of which a decision, or its undo, is on its way. */
  sending: ReadonlySet<number>
}

const KEPT = 100

let last = 0
let shown: Snapshot = {
  failures: [],
  undoEntries: readDecisions(Date.now(), UNDO_MS).map((entry) => ({ ...entry, key: (last += 1) })),
  refused: null,
  sending: new Set(),
}
const listeners = new Set<() => void>()

export const storeSnapshot = (): Snapshot => shown

export function onStoreChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tell(change: Partial<Snapshot>): void {
  shown = { ...shown, ...change }
  if (change.undoEntries) storeDecisions(change.undoEntries)
  for (const listener of listeners) listener()
}

/** Notes a decision as the last one. */
export function addUndoEntry(entry: Omit<UndoEntry, 'key'>): UndoEntry {
  const noted = { ...entry, key: (last += 1) }
  tell({ undoEntries: [...shown.undoEntries.slice(1 - KEPT), noted] })
  return noted
}

/** A decision on one comment that the service has answered: `before` is the row as it was. */
export function singleEntry(before: Row, projectId: number, review: Review): Omit<UndoEntry, 'key'> {
  const [usual] = CHOICES
  const choice = choiceOf(review.triage_status) ?? usual
  return {
    choice,
    projectId,
    componentId: before.component_id,
    size: 1,
    first: before.id,
    before: [before],
    response: '',
    at: Date.now(),
    state: 'done',
    steps: [{ kind: 'one', reviewId: before.id, version: review.lock_version }],
    stays: null,
  }
}

/** Changes a noted decision, or forgets it; answers it as it is now, undefined where it is forgotten already. */
export function updateUndoEntry(key: number, change: Partial<UndoEntry> | null): UndoEntry | undefined {
  const entry = shown.undoEntries.find((one) => one.key === key)
  if (!entry) return undefined
  const changed = change && { ...entry, ...change }
  const undoEntries = shown.undoEntries.flatMap((one) => (one !== entry ? [one] : changed ? [changed] : []))
  tell({ undoEntries })
  return changed ?? entry
}

/** The last decision of a place that is still to be taken back; undefined where there is none. */
export function lastUndoEntry(
  undoEntries: readonly UndoEntry[],
  place: { componentId: number } | { projectId: number },
  now: number,
): UndoEntry | undefined {
  return undoEntries.findLast(
    (entry) =>
      entry.state !== 'undoing' &&
      now - entry.at < UNDO_MS &&
      ('componentId' in place
        ? entry.componentId === place.componentId
        : entry.projectId === place.projectId),
  )
}

/** Own decisions whose event has not come yet, and until when it is expected. */
const echoes = new Map<number, number>()
const ECHO_MS = 10_000

/** A decision is being sent: the board will tell of it too. */
export function expectEcho(id: number): void {
  echoes.set(id, Date.now() + ECHO_MS)
}

/** Whether an event is that of one's own decision, of which there is nothing to be learned; each is so once. */
export function isEcho(id: number, event: string): boolean {
  const until = event === 'comment.triaged' ? echoes.get(id) : undefined
  if (until === undefined) return false
  echoes.delete(id)
  return Date.now() < until
}

/** Marks comments as under way, until the answered function is called. */
export function isPending(ids: readonly number[]): () => void {
  tell({ sending: new Set([...shown.sending, ...ids]) })
  return () => tell({ sending: new Set([...shown.sending].filter((id) => !ids.includes(id))) })
}

/** Keeps a failure for the eye; what someone else made of the comment is shown. */
export function fail(failure: Failure): void {
  echoes.delete(failure.id)
  if (failure.theirs) showReview(failure.theirs)
  tell({ failures: [...shown.failures.filter(({ id }) => id !== failure.id), failure] })
}

/** Forgets a failure: it was looked at. */
export function settle(id: number): void {
  if (!shown.failures.some((failure) => failure.id === id)) return
  tell({ failures: shown.failures.filter((failure) => failure.id !== id) })
}

/** The current record that a refusal of a stale write brings along. */
export function reviewIn(error: unknown): Review | null {
  const { reason, details } = problemOf(error)
  return reason === 'stale' && isReview(details['review']) ? details['review'] : null
}

/** All reviews that changed since a bulk write looked at them. */
export function reviewsIn(error: unknown): readonly Review[] {
  const { reason, details } = problemOf(error)
  const { reviews } = details
  return reason === 'stale' && Array.isArray(reviews) ? reviews.filter(isReview) : []
}

function isReview(value: unknown): value is Review {
  return typeof value === 'object' && value !== null && 'id' in value && 'lock_version' in value
}
