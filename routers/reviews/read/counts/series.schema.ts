import { z } from 'zod'
import { date } from '../../../../src/procedures/schemas/shapes.ts'

/** Maximum number of days in one response. */
export const MAX_DAYS = 366

export const SeriesRange = z.object({
  from: date.optional().meta({ description: 'First day, in UTC; thirty days before the last without it.' }),
  to: date.optional().meta({ description: 'Last day; today without it.' }),
})

export const CommentSeries = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    open_before: z
      .int()
      .meta({ description: 'Comments posted before the first day that were not closed then.' }),
    days: z.array(z.object({ day: z.iso.date(), opened: z.int(), decided: z.int(), closed: z.int() })),
  })
  .meta({
    id: 'CommentSeries',
    description: 'Every day of the range. A comment counts on the day of its present decision and closing.',
  })
export type CommentSeries = z.infer<typeof CommentSeries>
