import { toCountsByStatus, sum, type StatusCount } from './status-counts.ts'
import type { TriageSummary } from './triage-summary.schema.ts'

/** Counts and the percentage closed, rounded half up to one decimal; null without comments (rule R-10). */
export function toTriageSummary(lines: StatusCount[]): TriageSummary {
  const total = sum(lines)
  const adjudicated = sum(lines.filter((line) => line.closed))
  return {
    by_triage_status: toCountsByStatus(lines),
    total,
    adjudicated,
    adjudication_pct: total === 0 ? null : Math.round((adjudicated * 1000) / total) / 10,
  }
}
