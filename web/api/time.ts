import { dateLocale, t } from '../languages/t.ts'

const WIRE = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) UTC$/
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A formatter that is created at its first use, once: creating one costs as much as a hundred uses. */
function createLazy<T>(create: () => T): () => T {
  let created: T | undefined
  return () => (created ??= create())
}
const format = (options: Intl.DateTimeFormatOptions) =>
  createLazy(() => new Intl.DateTimeFormat(dateLocale, options))
const DAY_AND_MONTH = format({ day: 'numeric', month: 'short' })
const DAY_AND_YEAR = format({ day: 'numeric', month: 'short', year: 'numeric' })
const EXACT = format({ dateStyle: 'medium', timeStyle: 'short' })
const IN_UTC = format({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const PASSED = createLazy(() => new Intl.RelativeTimeFormat(dateLocale, { numeric: 'auto' }))
const CLOCK = format({ hour: '2-digit', minute: '2-digit' })

/** Parses a time of the service, `YYYY-MM-DD HH:MM:SS UTC`; null for anything else. */
export function parseTimestamp(wire: string | null): Date | null {
  const [, date, time] = WIRE.exec(wire ?? '') ?? []
  return date && time ? new Date(`${date}T${time}Z`) : null
}

/** Formats the age of a time: "just now", "6 minutes ago", "yesterday", "12 May", "12 May 2024". */
export function formatAge(moment: Date, now: Date): string {
  const ms = now.getTime() - moment.getTime()
  if (ms < MINUTE) return t('just now')
  if (ms < HOUR) return formatRelative(Math.floor(ms / MINUTE), 'minute')
  const days = countDays(moment, now)
  if (days === 0 || ms < 6 * HOUR) return formatRelative(Math.floor(ms / HOUR), 'hour')
  if (days === 1) return formatRelative(1, 'day')
  if (days < 7) return formatRelative(days, 'day')
  return formatDay(moment, now)
}

/** Formats a day, with its year only if it is not the current year. */
export function formatDay(moment: Date, now: Date): string {
  return (moment.getFullYear() === now.getFullYear() ? DAY_AND_MONTH : DAY_AND_YEAR)().format(moment)
}

/** Formats day and time, for titles and details: "12 May 2026, 14:02". */
export function formatExactTime(moment: Date): string {
  return EXACT().format(moment)
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is a calendar date, `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  return DATE.test(text)
}

/** Formats a calendar date `YYYY-MM-DD`, always with its year: "16 Mar 2026"; other texts stay. */
export function formatCalendarDate(text: string): string {
  const [, year, month, dayOfMonth] = DATE.exec(text) ?? []
  return year && month && dayOfMonth
    ? DAY_AND_YEAR().format(new Date(Number(year), Number(month) - 1, Number(dayOfMonth)))
    : text
}

/** Formats local time and UTC, for tooltips: "12 May 2026, 14:02 (12 May, 12:02 UTC)". */
export function formatExactTimeWithUtc(moment: Date): string {
  return t('{time} ({utcTime} UTC)', { time: formatExactTime(moment), utcTime: IN_UTC().format(moment) })
}

/** Formats the time of day: "14:02". */
export function formatTimeOfDay(moment: Date): string {
  return CLOCK().format(moment)
}

/** Formats a due date `YYYY-MM-DD` relative to today, and whether it is overdue. */
export function formatDueDate(date: string, now: Date): { label: string; late: boolean } {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const moment = new Date(year, month - 1, dayOfMonth)
  const days = -countDays(moment, now)
  if (days < 0) {
    const label = t({ count: -days, one: '{days} day late', other: '{days} days late' }, { days: -days })
    return { label, late: true }
  }
  if (days === 0) return { label: t('due today'), late: false }
  if (days === 1) return { label: t('due tomorrow'), late: false }
  return { label: t('due {day}', { day: formatDay(moment, now) }), late: false }
}

/** Returns the calendar days from `start` to `end` in the local time zone. */
function countDays(start: Date, end: Date): number {
  const toMidnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  return Math.round((toMidnight(end) - toMidnight(start)) / DAY)
}

/** Formats relative time: "6 minutes ago" and "yesterday", in German "vor 6 Minuten" and "gestern". */
function formatRelative(count: number, unit: 'minute' | 'hour' | 'day'): string {
  return PASSED().format(-count, unit)
}
