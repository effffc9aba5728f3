import { z } from 'zod'
import { SEVERITIES } from '../../../../src/vocabulary.ts'

/** Coverage of an SRG requirement by a component. */
export const SRG_COVERAGES = ['addressed', 'satisfied', 'not_applicable', 'undetermined', 'missing'] as const

const Counts = z.object({
  addressed: z.int().meta({ description: 'With a status that says that it applies.' }),
  satisfied: z.int().meta({ description: 'Satisfied by another requirement of the component.' }),
  not_applicable: z.int(),
  undetermined: z.int().meta({ description: 'Whose status is Not Yet Determined.' }),
  missing: z.int().meta({ description: 'No live requirement of the component comes from it.' }),
})

/** How much of its SRG a component covers. */
export const SrgCoverage = z
  .object({
    srg_id: z.int(),
    total: z.int().meta({ description: 'Requirements of the SRG.' }),
    counts: Counts.meta({ description: 'SRG requirements by what the component says about them.' }),
    by_severity: z
      .array(
        z.object({
          severity: z.enum(SEVERITIES),
          counts: Counts.meta({ description: 'Those of this severity.' }),
        }),
      )
      .meta({ description: 'By the severity in the SRG; severities without requirements are left out.' }),
    missing: z.array(z.string()).meta({ description: 'SRG ids of the first 50 that are missing.' }),
  })
  .meta({ id: 'SrgCoverage' })
export type SrgCoverage = z.infer<typeof SrgCoverage>
