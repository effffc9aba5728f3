import { z } from 'zod'
import { bodyId, givenTime, requiredText, text } from '../../src/wire/shapes.ts'
import { Metadata } from '../../src/wire/metadata.ts'
import { CLOSED_REASONS, COMMENT_PHASES, QUESTION_TYPES } from '../../src/vocabulary.ts'

const PREFIX = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_]{4}-[A-Za-z0-9_]{2}$/

/** Four word characters, hyphen, two word characters; stored in upper case (rule C-25). */
const prefix = text(10).refine((value) => PREFIX.test(value) && value.length === 7, {
  error: 'must be four letters or digits, a hyphen and two more, such as ABCD-01',
})

const number = z
  .int({ error: 'must be an integer from 0 to 2147483647' })
  .min(0)
  .max(2_147_483_647)
  .nullable()

/** One additional question; with `id` an existing one (rule C-32). */
export const QuestionInput = z.object({
  id: bodyId.optional(),
  name: requiredText(255).optional(),
  question_type: z.enum(QUESTION_TYPES).optional(),
  options: z.array(text(255)).max(200).optional(),
  _destroy: z.boolean().optional(),
})
export type QuestionInput = z.infer<typeof QuestionInput>

/** What may be given of a component at creation and in updates. */
export const content = {
  name: requiredText(255).optional(),
  prefix: prefix.optional(),
  title: requiredText(500).optional(),
  description: text(5000).nullable().optional(),
  version: number.optional(),
  release: number.optional(),
  admin_name: text(255).nullable().optional(),
  admin_email: text(255).nullable().optional(),
  advanced_fields: z.boolean().optional(),
  comment_phase: z.enum(COMMENT_PHASES).optional(),
  closed_reason: z.enum(CLOSED_REASONS).nullable().optional(),
  comment_period_starts_at: givenTime.nullable().optional(),
  comment_period_ends_at: givenTime.nullable().optional(),
  additional_questions_attributes: z.array(QuestionInput).max(200).optional(),
  component_metadata_attributes: z.object({ data: Metadata }).optional(),
  slack_channel_id: text(255).nullable().optional(),
}

/** Changes of a component; what is absent stays (rule C-34). */
export const ComponentChanges = z
  .object({ ...content, released: z.boolean().optional() })
  .meta({ id: 'ComponentChanges' })
export type ComponentChanges = z.infer<typeof ComponentChanges>
