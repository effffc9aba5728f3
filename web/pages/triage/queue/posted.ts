import { formatDay, parseTimestamp } from '../../../api/time.ts'
import { t } from '../../../languages/t.ts'

/** The date range of a filter, as days in UTC. */
export interface PostedRange {
  created_from: string | null
  created_to: string | null
}

const DAY_MS = 86_400_000
/** The choices of a period, with their days. */
const BACK = [
  { value: 'today', label: t('Posted today'), days: 0 },
  { value: 'week', label: t('Posted in the last 7 days'), days: 6 },
  { value: 'month', label: t('Posted in the last 30 days'), days: 29 },
] as const

/** Converts two days of the address to one of the choices, or to a custom choice. */
export function listPostedChoices(posted: PostedRange, now: Date) {
  const { created_from: from, created_to: to } = posted
  const choices = BACK.map(({ value, label, days }) => ({
    value: value as string,
    label,
    sets: { created_from: toDay(now.getTime() - days * DAY_MS), created_to: null } as PostedRange,
  }))
  const choice = choices.find(({ sets }) => sets.created_from === from && to === null)
  if (choice || (from === null && to === null)) return { choices, value: choice?.value ?? null }
  const currentChoice = { value: 'given', label: formatRange(posted, now), sets: posted }
  return { choices: [...choices, currentChoice], value: currentChoice.value }
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

function formatRange({ created_from: from, created_to: to }: PostedRange, now: Date): string {
  const formatDate = (date: string) => {
    const moment = parseTimestamp(`${date} 12:00:00 UTC`)
    return moment ? formatDay(moment, now) : date
  }
  if (from !== null && to !== null) {
    return t('Posted {label} to {label2}', { label: formatDate(from), label2: formatDate(to) })
  }
  return from === null
    ? t('Posted until {label}', { label: formatDate(to ?? '') })
    : t('Posted since {label}', { label: formatDate(from) })
}
