import { dateLocale, t } from '../languages/t.ts'

const WIRE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Made once: making one costs as much as a hundred uses of it.
const format = (how: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(dateLocale, how)
const DAY_WORDS = format({ day: 'numeric', month: 'short' })
const DAY_AND_YEAR = format({ day: 'numeric', month: 'short', year: 'numeric' })
const EXACT = format({ dateStyle: 'medium', timeStyle: 'short' })
const IN_UTC = format({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const PASSED = new Intl.RelativeTimeFormat(dateLocale, { numeric: 'auto' })
const CLOCK = format({ hour: '2-digit', minute: '2-digit' })

/** The moment of a time of the service, `YYYY-MM-DD HH:MM:SS UTC`; null for anything else. */
export function momentOf(wire: string | null): Date | null {
  const [, date, time] = WIRE.exec(wire ?? '') ?? []
  return date && time ? new Date(`${date}T${time}Z`) : null
}

/** How long ago in words: "just now", "6 minutes ago", "yesterday", "12 May", "12 May 2024". */
export function ago(moment: Date, now: Date): string {
  const ms = now.getTime() - moment.getTime()
  if (ms < MINUTE) return t('just now')
  if (ms < HOUR) return passed(Math.floor(ms / MINUTE), 'minute')
  const days = daysBetween(moment, now)
  if (days === 0 || ms < 6 * HOUR) return passed(Math.floor(ms / HOUR), 'hour')
  if (days === 1) return passed(1, 'day')
  if (days < 7) return passed(days, 'day')
  return day(moment, now)
}

/** A day in words, with its year only where it is another one. */
export function day(moment: Date, now: Date): string {
  return (moment.getFullYear() === now.getFullYear() ? DAY_WORDS : DAY_AND_YEAR).format(moment)
}

/** Day and time of day, for titles and details: "12 May 2026, 14:02". */
export function exact(moment: Date): string {
  return EXACT.format(moment)
}

/** The moment where the reader is and in UTC, for what the pointer is told: "12 May 2026, 14:02 (12 May, 12:02 UTC)". */
export function exactWithUtc(moment: Date): string {
  return t('{exact} ({IN_UTC} UTC)', { exact: exact(moment), IN_UTC: IN_UTC.format(moment) })
}

/** The time of day: "14:02". */
export function clock(moment: Date): string {
  return CLOCK.format(moment)
}

/** When something is due, in words, and whether it is late: a date `YYYY-MM-DD` against today. */
export function due(date: string, now: Date): { words: string; late: boolean } {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const moment = new Date(year, month - 1, dayOfMonth)
  const days = -daysBetween(moment, now)
  if (days < 0) {
    const words = t({ count: -days, one: '{days} day late', other: '{days} days late' }, { days: -days })
    return { words, late: true }
  }
  if (days === 0) return { words: t('due today'), late: false }
  if (days === 1) return { words: t('due tomorrow'), late: false }
  return { words: t('due {day}', { day: day(moment, now) }), late: false }
}

/** Calendar days from `from` to `to` where the person is. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()
  return Math.round((midnight(to) - midnight(from)) / DAY)
}

/** English says "6 minutes ago" and "yesterday", German "vor 6 Minuten" and "gestern". */
function passed(count: number, unit: 'minute' | 'hour' | 'day'): string {
  return PASSED.format(-count, unit)
}
