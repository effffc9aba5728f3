import type { ClosedReason, CommentPhase } from '../src/vocabulary.ts'

/** When a component takes comments, and when that was last decided by a person or by a date. */
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
/** After the period the comments are decided on, and replies are still taken. */
const ENDED: PhaseState = { commentPhase: 'closed', closedReason: 'adjudicating' }

/**
 * The phase by the last date that passed since the phase was set; null without such a date, or if the phase stays. A
 * finalized phase stays whatever the dates (rule C-40).
 */
export function phaseByDates(period: CommentPeriod, now: Date): PhaseState | null {
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end, commentPhaseSetAt: since } = period
  const passed = (date: Date | null | undefined) => date != null && date > since && date <= now
  if (passed(end)) return changed(period, ENDED)
  return passed(start) ? changed(period, OPEN) : null
}

/** The phase by dates that were just set; null if they leave it as it is. */
export function phaseByNewDates(period: CommentPeriod, now: Date): PhaseState | null {
  const { commentPeriodStartsAt: start, commentPeriodEndsAt: end } = period
  if (end && end <= now) return changed(period, ENDED)
  if (start) return changed(period, start > now ? NOT_YET : OPEN)
  return null
}

/** Whether a date has passed since the phase was set. */
export function hasDuePeriodDate(period: CommentPeriod, now: Date): boolean {
  return [period.commentPeriodStartsAt, period.commentPeriodEndsAt].some(
    (date) => date != null && date > period.commentPhaseSetAt && date <= now,
  )
}

function changed(period: CommentPeriod, next: PhaseState): PhaseState | null {
  return period.closedReason === 'finalized' || period.commentPhase === next.commentPhase ? null : next
}
