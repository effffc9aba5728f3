import type { Outputs } from '../../api/client.ts'
import { problemOf, type Problem } from '../../api/errors.ts'
import { CHOICES, choiceOf, type Choice, type Verdict } from './decisions.ts'
import { showReview } from './queue.ts'
import type { Row } from './rows.ts'

export type Review = Outputs['reviews']['get']['review']

/** A decision that did not come to stand, and why; its response is kept. */
export interface Failure {
  id: number
  verdict: Verdict
  problem: Problem
  /** The comment as somebody else left it meanwhile. */
  theirs: Review | null
}

/** One call by which the service takes a decision back. */
export type Step =
  | { kind: 'one'; reviewId: number; version: number }
  | { kind: 'many'; componentId: number; decision: string }

/** Something that one decided: what undo takes back, the newest first. */
export interface Deed {
  key: number
  choice: Choice
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

/** A decision that could not be taken back, and why. */
export interface Refused {
  deed: Deed
  problem: Problem
}

export interface Snapshot {
  failures: readonly Failure[]
  deeds: readonly Deed[]
  refused: Refused | null
  /** Comments of which a decision, or its undo, is on its way. */
  sending: ReadonlySet<number>
}

/** For how long the service takes own decisions back. */
export const UNDO_MS = 10 * 60_000
const KEPT = 100

let shown: Snapshot = { failures: [], deeds: [], refused: null, sending: new Set() }
let last = 0
const listeners = new Set<() => void>()

export const deskSnapshot = (): Snapshot => shown

export function onDesk(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tell(change: Partial<Snapshot>): void {
  shown = { ...shown, ...change }
  for (const listener of listeners) listener()
}

/** Notes a decision as the last one. */
export function noteDeed(deed: Omit<Deed, 'key'>): Deed {
  const noted = { ...deed, key: (last += 1) }
  tell({ deeds: [...shown.deeds.slice(1 - KEPT), noted] })
  return noted
}

/** A decision on one comment that the service has answered: `before` is the row as it was. */
export function ofOne(before: Row, projectId: number, review: Review): Omit<Deed, 'key'> {
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
export function changeDeed(key: number, change: Partial<Deed> | null): Deed | undefined {
  const deed = shown.deeds.find((one) => one.key === key)
  if (!deed) return undefined
  const changed = change && { ...deed, ...change }
  const deeds = shown.deeds.flatMap((one) => (one !== deed ? [one] : changed ? [changed] : []))
  tell({ deeds })
  return changed ?? deed
}

/** The last decision of a place that is still to be taken back; undefined where there is none. */
export function lastDeed(
  deeds: readonly Deed[],
  place: { componentId: number } | { projectId: number },
  now: number,
): Deed | undefined {
  return deeds.findLast(
    (deed) =>
      deed.state !== 'undoing' &&
      now - deed.at < UNDO_MS &&
      ('componentId' in place ? deed.componentId === place.componentId : deed.projectId === place.projectId),
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
export function underWay(ids: readonly number[]): () => void {
  tell({ sending: new Set([...shown.sending, ...ids]) })
  return () => tell({ sending: new Set([...shown.sending].filter((id) => !ids.includes(id))) })
}

/** Keeps a failure for the eye; what somebody else made of the comment is shown. */
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

/** The same of a write on many: all that changed since they were looked at. */
export function reviewsIn(error: unknown): readonly Review[] {
  const { reason, details } = problemOf(error)
  const { reviews } = details
  return reason === 'stale' && Array.isArray(reviews) ? reviews.filter(isReview) : []
}

function isReview(value: unknown): value is Review {
  return typeof value === 'object' && value !== null && 'id' in value && 'lock_version' in value
}
