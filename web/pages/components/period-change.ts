import type { Inputs } from '../../api/client.ts'
import type { Summary } from './phase.ts'

export type Move = 'open' | 'adjudicate' | 'finalize'
type Change = Inputs['components']['update']['component']

const DAY_MS = 86_400_000

/**
 * Returns the end of a period: a number of days from now, or the end of the chosen day; null without one, and for a
 * past day.
 */
export function toEnd(length: string, endDate: string, now: Date): Date | null {
  if (length === 'none') return null
  if (length !== 'date') return new Date(now.getTime() + Number(length) * DAY_MS)
  const day = new Date(`${endDate}T00:00:00`)
  if (Number.isNaN(day.getTime())) return null
  day.setHours(23, 59, 59, 0)
  return day < now ? null : day
}

/** Builds the request. An open window keeps its start. */
export function toChange(
  move: Move,
  {
    comment_phase,
    comment_period_starts_at: start,
  }: Pick<Summary, 'comment_phase' | 'comment_period_starts_at'>,
  end: Date | null,
  now: Date,
): Change {
  if (move === 'adjudicate') return { comment_phase: 'closed', closed_reason: 'adjudicating' }
  if (move === 'finalize') return { comment_phase: 'closed', closed_reason: 'finalized' }
  const begun = comment_phase === 'open' && start !== null
  return {
    comment_phase: 'open',
    closed_reason: null,
    ...(begun ? {} : { comment_period_starts_at: now.toISOString() }),
    comment_period_ends_at: end?.toISOString() ?? null,
  }
}
