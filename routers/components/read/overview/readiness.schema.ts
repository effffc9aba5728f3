import { z } from 'zod'
import { SECTION_NAMES } from '../../../../src/vocabulary.ts'

/** What a gate stands before. */
const STAGES = ['release', 'comments'] as const

const Gate = z
  .object({
    code: z
      .string()
      .meta({ description: 'The reason with which a release is refused where this is missing.' }),
    stage: z.enum(STAGES),
    passed: z.boolean(),
    blocking: z
      .boolean()
      .meta({ description: 'Whether the release is refused without it; else it is advice.' }),
    missing: z.int(),
    total: z.int(),
    text: z.string(),
  })
  .meta({ id: 'ReadinessGate' })

const Finding = z
  .object({
    code: z.string(),
    rule_id: z.int().nullable().meta({ description: 'Null for what is about the component itself.' }),
    displayed_name: z.string().nullable(),
    section: z.enum(SECTION_NAMES).nullable(),
    text: z.string(),
  })
  .meta({ id: 'ReadinessFinding' })

/** What stands between a component and its release, by the rules that a release itself applies (rule C-81). */
export const Readiness = z
  .object({
    releasable: z.boolean(),
    lockable: z.int().meta({ description: 'Requirements that a bulk lock would lock.' }),
    gates: z.array(Gate),
    kinds: z.array(z.object({ code: z.string(), count: z.int() })),
    findings: z.array(Finding).meta({ description: 'The first 5,000, by requirement.' }),
    findings_left_out: z.int(),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>
export type ReadinessFinding = z.infer<typeof Finding>
export type ReadinessGate = z.infer<typeof Gate>
