import { z } from 'zod'
import { allowedActions } from '../../../src/procedures/access/allowed-action.ts'
import {
  bodyId,
  instant,
  requiredText,
  lookupId,
  text,
  Toast,
} from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'
import { RELOCATION_ACTIONS } from '../../../workflows/relocations/allowed-actions.ts'

const nullableText = z.string().nullable()

/** A proposed, declined or executed relocation of an authored requirement (rule C-63). */
export const RelocationView = z
  .object({
    id: z.int(),
    source_rule_id: z.int(),
    target_technology_token: z.string(),
    target_component_id: z.int().nullable().meta({
      description: 'The component that the proposal names, otherwise the one that accepted or declined it.',
    }),
    target_project_id: z.int().nullable().meta({ description: 'The project that the proposal names.' }),
    created_at: instant,
    declined_at: instant.nullable(),
    adjudication_rationale: nullableText,
    source_displayed_name: z.string(),
    source_title: nullableText.meta({ description: 'Title of the requirement that should move.' }),
    component_id: z.int(),
    component_name: z.string(),
    source_readable: z.boolean().meta({ description: 'Whether the caller can open the source component.' }),
    requested_by_name: nullableText,
    declined_by_name: nullableText,
    executed_at: instant.nullable(),
    accepted_by_name: nullableText,
    target_rule_id: z.int().nullable().meta({ description: 'Where it was moved, once accepted.' }),
    target_displayed_name: nullableText,
    target_component_name: nullableText,
    allowed_actions: allowedActions(RELOCATION_ACTIONS).meta({
      description:
        'Whether the caller can accept, decline and withdraw the proposal now, and why not. The component in the request can still prevent accepting and declining.',
    }),
  })
  .meta({ id: 'Relocation' })
export type RelocationView = z.infer<typeof RelocationView>

export const ProposalInput = z.object({
  requirement_relocation: z.object({
    target_technology_token: requiredText(255),
    target_component_id: bodyId
      .nullish()
      .meta({ description: 'The only component that can accept it; its authors see the proposal.' }),
    target_project_id: bodyId.nullish().meta({
      description: 'The only project whose components can accept it; its authors see the proposal.',
    }),
  }),
})
export const Proposed = z
  .object({ toast: Toast, relocation: RelocationView })
  .meta({ id: 'RelocationProposed' })

export const TargetInput = z.object({ target_component_id: lookupId })
export const DeclineInput = TargetInput.extend({
  requirement_relocation: z.object({ adjudication_rationale: text(10_000) }),
})

/** Preview of accepting a relocation (rule C-63). */
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

export const Destinations = z.array(
  z.object({
    token: z.string().meta({ description: 'Abbreviation of the technology.' }),
    name: z.string(),
    released: z.boolean(),
  }),
)
