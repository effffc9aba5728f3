import { z } from 'zod'
import { WIDEST_TEXT } from '../../src/lib/text-lengths.ts'
import { Metadata } from '../../src/procedures/schemas/metadata.ts'
import { nameText } from '../../src/procedures/schemas/name-shapes.ts'
import { bodyId, timeInput, requiredText, text } from '../../src/procedures/schemas/shapes.ts'
import { CLOSED_REASONS, COMMENT_PHASES, POLICY_CODES, QUESTION_TYPES } from '../../src/vocabulary.ts'

const PREFIX = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_]{4}-[A-Za-z0-9_]{2}$/

/** Four word characters, a hyphen, two word characters; stored in upper case (rule C-25). */
const prefix = text(10).refine((value) => PREFIX.test(value) && value.length === 7, {
  error: 'must be four letters or digits, a hyphen and two more, such as ABCD-01',
})

const number = z
  .int({ error: 'must be an integer from 0 to 2147483647' })
  .min(0)
  .max(2_147_483_647)
  .nullable()

/** An additional question; with `id` an existing one (rule C-32). */
export const QuestionInput = z.object({
  id: bodyId.optional(),
  name: requiredText(255).optional(),
  question_type: z.enum(QUESTION_TYPES).optional(),
  options: z.array(text(255)).max(200).optional(),
  _destroy: z.boolean().optional(),
})
export type QuestionInput = z.infer<typeof QuestionInput>

/** Fields for creating and updating a component. */
export const content = {
  name: nameText(255).optional(),
  prefix: prefix.optional(),
  title: requiredText(WIDEST_TEXT).optional(),
  description: text(WIDEST_TEXT).nullable().optional(),
  version: number.optional().meta({ description: 'Number of the version, such as 1 of V1R2.' }),
  release: number.optional().meta({ description: 'Number of the release, such as 2 of V1R2.' }),
  admin_name: text(255).nullable().optional(),
  admin_email: text(255).nullable().optional(),
  advanced_fields: z.boolean().optional(),
  comment_phase: z.enum(COMMENT_PHASES).optional(),
  closed_reason: z.enum(CLOSED_REASONS).nullable().optional(),
  comment_period_starts_at: timeInput.nullable().optional(),
  comment_period_ends_at: timeInput.nullable().optional(),
  additional_questions_attributes: z.array(QuestionInput).max(200).optional(),
  component_metadata_attributes: z.object({ data: Metadata }).optional(),
  slack_channel_id: text(255).nullable().optional(),
}

const blocking = z.array(z.enum(POLICY_CODES)).max(POLICY_CODES.length)

/** The findings that block locking, and those that block the release (rule C-81). */
export const ReadinessPolicyShape = z
  .object({
    lock: blocking,
    release: blocking.meta({ description: 'Codes of the findings that block the release.' }),
  })
  .meta({ id: 'ReadinessPolicy' })

/** Changes of a component; absent members don't change (rule C-34). */
export const ComponentChanges = z
  .object({
    ...content,
    readiness_policy: ReadinessPolicyShape.nullable().optional(),
    released: z.boolean().optional().meta({ description: '`true` releases a STIG, which can’t be undone.' }),
  })
  .meta({ id: 'ComponentChanges' })
export type ComponentChanges = z.infer<typeof ComponentChanges>
