import { z } from 'zod'
import { FINDING_SOURCES, POLICY_CODES, SECTION_NAMES } from '../../../../src/vocabulary.ts'

/** Stages that a gate blocks. */
const STAGES = ['release', 'comments'] as const

const Gate = z
  .object({
    code: z.string().meta({ description: 'The error reason of a release if this is missing.' }),
    stage: z.enum(STAGES),
    passed: z.boolean(),
    blocking: z
      .boolean()
      .meta({ description: 'Whether the release is rejected without it; otherwise it is advice.' }),
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
    source: z.enum(FINDING_SOURCES).meta({
      description:
        'Where the finding comes from: the review cycle, the fields that DISA requires for a status, wording that DISA returns, the parser of InSpec code, or comments.',
    }),
  })
  .meta({ id: 'ReadinessFinding' })

/** Maximum number of findings in one response. */
const MAX_FINDINGS = 5000

export const ReadinessInput = z.object({
  findings_limit: z
    .int({ error: `must be an integer from 0 to ${MAX_FINDINGS}` })
    .min(0)
    .max(MAX_FINDINGS)
    .default(MAX_FINDINGS)
    .meta({ description: 'Maximum number of findings in the answer; the counts stay complete.' }),
})

/** The blockers of a component's release, by the rules of the release itself (rule C-81). */
export const Readiness = z
  .object({
    releasable: z.boolean(),
    lockable: z.int().meta({
      description:
        'Unlocked requirements that nothing keeps from being locked, with every field that DISA requires.',
    }),
    gates: z.array(Gate),
    policy: z
      .object({
        lock: z.array(z.enum(POLICY_CODES)),
        release: z.array(z.enum(POLICY_CODES)),
        is_default: z.boolean(),
      })
      .meta({
        description:
          'Codes of findings that block locking, and those that block the release. The default policy applies to bulk locks only.',
      }),
    kinds: z.array(
      z.object({ code: z.string(), count: z.int(), blocks_lock: z.boolean(), blocks_release: z.boolean() }),
    ),
    findings: z
      .array(Finding)
      .meta({ description: 'The first ones by requirement, at most `findings_limit`.' }),
    findings_left_out: z.int(),
  })
  .meta({ id: 'Readiness' })
export type Readiness = z.infer<typeof Readiness>
export type ReadinessFinding = z.infer<typeof Finding>
export type ReadinessGate = z.infer<typeof Gate>
