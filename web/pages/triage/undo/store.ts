import { UNDO_MS } from '../../../../src/vocabulary.ts'
import type { Outputs } from '../../../api/client.ts'
import { toProblem, type Problem } from '../../../api/errors.ts'
import { CHOICES, findChoice, type Verdict } from '../decide/decisions.ts'
import { showReview } from '../queue/queue.ts'
import type { Row } from '../queue/rows.ts'
import { storeDecisions, readDecisions } from './stored-decisions.ts'
import type { UndoEntry } from './undo-entry.ts'

export type { UndoEntry, Step } from './undo-entry.ts'
export type Review = Outputs['reviews']['get']['review']

/** A decision that was not saved, and why; its response stays as a draft. */
export interface Failure {
  id: number
  verdict: Verdict
  problem: Problem
  /** The comment after the other user's change. */
  theirs: Review | null
}

/** An undo that failed, and why. */
export interface FailedUndo {
  entry: UndoEntry
  problem: Problem
}

export interface Snapshot {
  failures: readonly Failure[]
  undoEntries: readonly UndoEntry[]
  failedUndo: FailedUndo | null
  /** Comments with a decision or undo in flight. */
  sending: ReadonlySet<number>
}

const MAX_ENTRIES = 100

let last = 0
let snapshot: Snapshot = {
  failures: [],
  undoEntries: readDecisions(Date.now(), UNDO_MS).map((entry) => ({ ...entry, key: (last += 1) })),
  failedUndo: null,
  sending: new Set(),
}
const listeners = new Set<() => void>()

export const readStore = (): Snapshot => snapshot

/** Calls back on each change of the store, until the returned function is called. */
export function onStoreChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes the store, stores the undo entries in the tab, and notifies the subscribers. */
export function updateStore(change: Partial<Snapshot>): void {
  snapshot = { ...snapshot, ...change }
  if (change.undoEntries) storeDecisions(change.undoEntries)
  for (const listener of listeners) listener()
}

/** Adds a decision as the newest one. */
export function addUndoEntry(entry: Omit<UndoEntry, 'key'>): UndoEntry {
  const storedEntry = { ...entry, key: (last += 1) }
  updateStore({ undoEntries: [...snapshot.undoEntries.slice(1 - MAX_ENTRIES), storedEntry] })
  return storedEntry
}

/** Adds a decision on one comment that the service has confirmed: `before` is the row before it. */
export function createSingleEntry(before: Row, projectId: number, review: Review): Omit<UndoEntry, 'key'> {
  const [defaultChoice] = CHOICES
  const choice = findChoice(review.triage_status) ?? defaultChoice
  return {
    choice,
    projectId,
    componentId: before.component_id,
    size: 1,
    firstId: before.id,
    before: [before],
    response: '',
    decidedAt: Date.now(),
    state: 'done',
    steps: [{ kind: 'one', reviewId: before.id, version: review.lock_version }],
    stays: null,
  }
}

/** Changes or removes a recorded decision; returns its new state, undefined if it is gone. */
export function updateUndoEntry(key: number, change: Partial<UndoEntry> | null): UndoEntry | undefined {
  const entry = snapshot.undoEntries.find((item) => item.key === key)
  if (!entry) return undefined
  const changed = change && { ...entry, ...change }
  const undoEntries = snapshot.undoEntries.flatMap((item) =>
    item !== entry ? [item] : changed ? [changed] : [],
  )
  updateStore({ undoEntries })
  return changed ?? entry
}

/** Returns the newest decision in a scope that can be undone, or undefined. */
export function findLastUndoEntry(
  undoEntries: readonly UndoEntry[],
  location: { componentId: number } | { projectId: number },
  now: number,
): UndoEntry | undefined {
  return undoEntries.findLast(
    (entry) =>
      entry.state !== 'undoing' &&
      now - entry.decidedAt < UNDO_MS &&
      ('componentId' in location
        ? entry.componentId === location.componentId
        : entry.projectId === location.projectId),
  )
}

/** The user's decisions whose event has not arrived, and until when it is expected. */
const ownEvents = new Map<number, number>()
const ECHO_MS = 10_000

/** Records that a decision is being sent, so that its event is recognized. */
export function expectEcho(id: number): void {
  ownEvents.set(id, Date.now() + ECHO_MS)
}

/** Whether an event belongs to the user's own decision and can be ignored; true once for each decision. */
export function isEcho(id: number, event: string): boolean {
  const undoableUntil = event === 'comment.triaged' ? ownEvents.get(id) : undefined
  if (undoableUntil === undefined) return false
  ownEvents.delete(id)
  return Date.now() < undoableUntil
}

/** Marks comments as in flight, until the returned function is called. */
export function markPending(ids: readonly number[]): () => void {
  updateStore({ sending: new Set([...snapshot.sending, ...ids]) })
  return () => updateStore({ sending: new Set([...snapshot.sending].filter((id) => !ids.includes(id))) })
}

/** Decisions that the service has not answered yet, by the key of their undo entry: an undo waits for its decision. */
const inFlight = new Map<number, Promise<void>>()

/** Records a decision until its request is settled. */
export function trackDecision(key: number, request: Promise<unknown>): void {
  inFlight.set(
    key,
    Promise.allSettled([request]).then(() => void inFlight.delete(key)),
  )
}

/** Resolves when a decision in flight is answered, whatever the answer. */
export function waitForDecision(key: number): Promise<void> | undefined {
  return inFlight.get(key)
}

/** Records a failure for display, and shows the other user's version of the comment. */
export function recordFailure(failure: Failure): void {
  ownEvents.delete(failure.id)
  if (failure.theirs) showReview(failure.theirs)
  updateStore({ failures: [...snapshot.failures.filter(({ id }) => id !== failure.id), failure] })
}

/** Dismisses a failure. */
export function dismissFailure(id: number): void {
  if (!snapshot.failures.some((failure) => failure.id === id)) return
  updateStore({ failures: snapshot.failures.filter((failure) => failure.id !== id) })
}

/** Returns the current record from the error of a stale write. */
export function readStaleReview(error: unknown): Review | null {
  const { reason, details } = toProblem(error)
  return reason === 'stale' && isReview(details['review']) ? details['review'] : null
}

/** Returns all reviews that changed before a bulk write, from its error. */
export function listStaleReviews(error: unknown): readonly Review[] {
  const { reason, details } = toProblem(error)
  const { reviews } = details
  return reason === 'stale' && Array.isArray(reviews) ? reviews.filter(isReview) : []
}

function isReview(value: unknown): value is Review {
  return typeof value === 'object' && value !== null && 'id' in value && 'lock_version' in value
}
