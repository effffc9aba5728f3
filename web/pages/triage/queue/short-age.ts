import { t } from '../../../languages/t.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Formats a short age: "now", "12 min", "6 h", "2 d". */
export function formatShortAge(moment: Date | null, now: Date): string {
  if (!moment) return ''
  const ms = now.getTime() - moment.getTime()
  if (ms < 60_000) return 'now'
  if (ms < HOUR) return t('{count} min', { count: Math.floor(ms / 60_000) })
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`
}
