import type { Outputs } from '../../api/client.ts'

export type CommentSeries = Outputs['reviews']['componentSeries']

interface Day {
  day: string
  posted: number
  decided: number
  closed: number
  /** Comments that were posted by the end of the day and not closed. */
  open: number
}

/** Adds to each day of a series how many comments were open at its end. */
export function openByDay({ open_before: before, days }: CommentSeries): Day[] {
  let open = before
  return days.map(({ day, opened, decided, closed }) => {
    open += opened - closed
    return { day, posted: opened, decided, closed, open }
  })
}
