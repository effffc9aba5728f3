import { z } from 'zod'
import { TRIAGE_STATUSES } from '../../../../src/vocabulary.ts'

export const StatusCounts = z
  .object(Object.fromEntries(TRIAGE_STATUSES.map((status) => [status, z.int()])))
  .meta({ id: 'StatusCounts', description: 'Number of comments in each triage status.' })

/** Counts by status; the percentage of an empty set is null (rule R-10). */
export const TriageSummary = z
  .object({
    by_triage_status: StatusCounts,
    total: z.int(),
    adjudicated: z.int(),
    adjudication_pct: z.number().nullable(),
  })
  .meta({ id: 'TriageSummary' })
export type TriageSummary = z.infer<typeof TriageSummary>
