import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { TextDiff } from '../../srgs/read/comparison.ts'
import { SectionKey } from './review.schema.ts'

const value = z.union([z.string(), z.boolean()]).nullable()

/** Changes of the commented text since the comment. */
export const SectionChanges = z
  .object({
    section: SectionKey.nullable(),
    since: instant,
    changed: z.boolean(),
    fields: z.array(
      z.object({
        field: z.string(),
        before: value,
        after: value,
        diff: TextDiff.optional(),
        diff_left_out: z
          .literal(true)
          .optional()
          .meta({ description: 'The texts are too long to compare by words.' }),
      }),
    ),
  })
  .meta({ id: 'SectionChanges' })
export type SectionChanges = z.infer<typeof SectionChanges>
