import { z } from 'zod'
import {
  CHECK_FIELDS,
  type Column,
  toColumn,
  DESCRIPTION_FIELDS,
  DISA_FIELDS,
  type Fields,
  mapLimits,
  RULE_FIELDS,
  type TextLimit,
  type Texts,
} from '../../entities/requirement-fields.ts'
import { WIDEST_TEXT } from '../../src/lib/text-lengths.ts'
import { bodyId, lookupId, text } from '../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES, SEVERITIES, SRG_STATUSES, STIG_STATUSES } from '../../src/vocabulary.ts'

/** Maximum length of each text; settings reduce most of them (`assertRuleTexts`). */
const MAX_LENGTHS: Record<TextLimit, number> = {
  shortString: 255,
  ruleTitle: WIDEST_TEXT,
  mediumText: 1000,
  ident: 2048,
  longText: WIDEST_TEXT,
  inspecCode: 50_000,
}

const createTextField = (limit: TextLimit) => text(MAX_LENGTHS[limit]).nullable().optional()
const flagField = () => z.boolean().nullable().optional()

/** Schemas for the editable texts of a field table. */
function createTextFields<F extends Fields>(fields: F) {
  const shapes = Object.entries(mapLimits(fields)).map(([name, limit]) => [name, createTextField(limit)])
  return Object.fromEntries(shapes) as Record<Column<Texts<F>>, ReturnType<typeof createTextField>>
}

/** Schemas for texts with their limits, and for flags. */
function createPartFields<F extends Fields>(fields: F) {
  const shapes = Object.entries(fields).map(([name, { limit }]) => [
    toColumn(name),
    limit ? createTextField(limit) : flagField(),
  ])
  return Object.fromEntries(shapes) as Record<Column<Texts<F>>, ReturnType<typeof createTextField>> &
    Record<Column<Exclude<keyof F & string, Texts<F>>>, ReturnType<typeof flagField>>
}

const nested = { id: lookupId.nullable().optional(), _destroy: z.boolean().nullable().optional() }

export const CheckInput = z.object({ ...nested, ...createTextFields(CHECK_FIELDS) })

export const DisaDescriptionInput = z.object({ ...nested, ...createPartFields(DISA_FIELDS) })

export const RuleDescriptionInput = z.object({ ...nested, ...createTextFields(DESCRIPTION_FIELDS) })

export const AnswerInput = z.object({
  id: lookupId.nullable().optional(),
  additional_question_id: bodyId.optional(),
  answer: createTextField('longText'),
})

const list = (statuses: readonly string[]) => statuses.join(', ')
/** A submitted status; the document type determines which ones are valid (rule C-2). */
const WrittenStatus = z.enum(RULE_STATUSES, {
  error: `must be one of: ${list(STIG_STATUSES)}; of an SRG component: ${list(SRG_STATUSES)}`,
})

/** All writable fields of a requirement (rule C-49); `inspec_control_file` is derived. */
export const RuleInput = z
  .object({
    status: WrittenStatus.optional(),
    rule_severity: z.enum(SEVERITIES).optional(),
    ...createTextFields(RULE_FIELDS),
    checks_attributes: z.array(CheckInput).max(100).optional(),
    disa_rule_descriptions_attributes: z.array(DisaDescriptionInput).max(100).optional(),
    rule_descriptions_attributes: z.array(RuleDescriptionInput).max(100).optional(),
    additional_answers_attributes: z.array(AnswerInput).max(200).optional(),
    audit_comment: text(4096).nullable().optional(),
  })
  .meta({ id: 'RuleInput' })
export type RuleInput = z.infer<typeof RuleInput>

/** A full replacement requires the four fields that determine findings (rule C-49). */
export const RuleReplacement = RuleInput.extend({
  status: WrittenStatus,
  title: text(MAX_LENGTHS.ruleTitle).nullable(),
  fixtext: text(MAX_LENGTHS.longText).nullable(),
  vendor_comments: text(MAX_LENGTHS.longText).nullable(),
}).meta({ id: 'RuleReplacement' })

/** A new requirement: seeded, or with `duplicate` a copy of the requirement `id` (rule C-48). */
export const NewRule = RuleInput.extend({
  duplicate: z.boolean().optional(),
  id: lookupId.nullable().optional(),
}).meta({ id: 'NewRule' })
export type NewRule = z.infer<typeof NewRule>
