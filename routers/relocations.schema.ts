import { z } from 'zod'
import { bodyId, instant, requiredText, text, Toast } from '../src/shapes.ts'
import { RULE_STATUSES } from '../src/vocabulary.ts'

const nullableText = z.string().nullable()

/** A proposed, declined or executed move of an authored requirement (components 2.9). */
export const RelocationView = z
  .object({
    id: z.int(),
    source_rule_id: z.int(),
    target_technology_token: z.string(),
    created_at: instant,
    declined_at: instant.nullable(),
    adjudication_rationale: nullableText,
    source_displayed_name: z.string(),
    component_id: z.int(),
    component_name: z.string(),
    requested_by_name: nullableText,
    declined_by_name: nullableText,
  })
  .meta({ id: 'Relocation' })
export type RelocationView = z.infer<typeof RelocationView>

export const ProposalInput = z.object({
  requirement_relocation: z.object({ target_technology_token: requiredText(255) }),
})
export const Proposed = z
  .object({ toast: Toast, relocation: RelocationView })
  .meta({ id: 'RelocationProposed' })

export const TargetInput = z.object({ target_component_id: bodyId })
export const DeclineInput = TargetInput.extend({
  requirement_relocation: z.object({ adjudication_rationale: text(10_000) }),
})

/** What an accepted relocation would do (components 3.9). */
export const DryRun = z
  .object({
    valid: z.boolean(),
    errors: z.array(z.string()),
    source_displayed_name: z.string(),
    target_component_id: z.int(),
    target_component_name: z.string(),
    would_create: z.object({
      title: nullableText,
      status: z.enum(RULE_STATUSES),
      rule_id: z.string(),
      derived_from_srg_rule_id: z.int().nullable(),
    }),
    would_tombstone_source: z.literal(true),
  })
  .meta({ id: 'RelocationDryRun' })

export const Landed = z.object({ toast: Toast, landed_rule_id: z.int() }).meta({ id: 'RelocationLanded' })

export const Destinations = z.array(z.object({ token: z.string(), name: z.string(), released: z.boolean() }))
