import { formatTimeOfDay } from '../../api/time.ts'
import { t } from '../../languages/t.ts'

const WINDOW_MS = 10 * 60_000
/** A pace needs at least this many decisions. */
const MIN_DECISIONS = 5
/** A longer pause resets the pace. */
const PAUSE_MS = 3 * 60_000

/** Decisions at one time: one, or several in bulk. */
export interface DecidedBatch {
  decidedAt: number
  size: number
}

/** Returns the user's decisions a minute over the last ten minutes; null for too few, and after a pause. */
export function measurePace(decided: readonly DecidedBatch[], now: number): number | null {
  const recent = decided.filter(({ decidedAt }) => now - decidedAt < WINDOW_MS)
  const times = recent.map(({ decidedAt }) => decidedAt)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const count = recent.reduce((sum, { size }) => sum + size, 0)
  if (recent.length < MIN_DECISIONS || now - last > PAUSE_MS || last === first) return null
  return count / ((last - first) / 60_000)
}

/** Formats "14 a minute, done about 16:20"; the time only if it is within twelve hours. */
export function formatPace(pace: number, undecidedCount: number, now: number): string {
  const rate =
    pace >= 1
      ? t('{count} a minute', { count: Math.round(pace) })
      : t('{count} an hour', { count: Math.max(1, Math.round(pace * 60)) })
  const minutes = undecidedCount / pace
  return undecidedCount === 0 || minutes > 720
    ? rate
    : t('{rate}, done about {time}', { rate, time: formatTimeOfDay(new Date(now + minutes * 60_000)) })
}
