import type { ClosedReason, CommentPhase } from '../src/vocabulary.ts'

/** The comment phase of a component, and when a person or a date last changed it. */
export interface CommentPeriod {
  commentPhase: CommentPhase
  closedReason?: ClosedReason | null | undefined
  commentPeriodStartsAt?: Date | null | undefined
  commentPeriodEndsAt?: Date | null | undefined
  commentPhaseSetAt: Date
}

export interface PhaseState {
  commentPhase: CommentPhase
  closedReason: ClosedReason | null
}

const OPEN: PhaseState = { commentPhase: 'open', closedReason: null }
const NOT_YET: PhaseState = { commentPhase: 'closed', closedReason: null }
/** After the period, triagers decide on the comments and replies are still accepted. */
const ENDED: PhaseState = { commentPhase: 'closed', closedReason: 'adjudicating' }

/**
 * The phase that follows from the last date that passed since the phase was set. Null if no date passed or
 * the phase doesn't change; a finalized phase never changes by date (rule C-40).
 */
export function findPhaseByDates(period: CommentPeriod, now: Date): PhaseState | null {
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end, commentPhaseSetAt: since } = period
  const hasPassed = (date: Date | null | undefined) => date != null && date > since && date <= now
  if (hasPassed(end)) return findChangedPhase(period, ENDED)
  return hasPassed(start) ? findChangedPhase(period, OPEN) : null
}

/** The phase that follows from new dates; null if they don't change it. */
export function findPhaseByNewDates(period: CommentPeriod, now: Date): PhaseState | null {
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end } = period
  if (end && end <= now) return findChangedPhase(period, ENDED)
  if (start) return findChangedPhase(period, start > now ? NOT_YET : OPEN)
  return null
}

/** Whether a date has passed since the phase was set. */
export function hasDuePeriodDate(period: CommentPeriod, now: Date): boolean {
  return [period.commentPeriodStartsAt, period.commentPeriodEndsAt].some(
    (date) => date != null && date > period.commentPhaseSetAt && date <= now,
  )
}

function findChangedPhase(period: CommentPeriod, next: PhaseState): PhaseState | null {
  return period.closedReason === 'finalized' || period.commentPhase === next.commentPhase ? null : next
}
