import { z } from 'zod'
import {
  type Column,
  listColumnsUsed,
  RULE_FIELDS,
  type FieldWithUse,
} from '../../../entities/requirement-fields.ts'
import { allowedActions } from '../../../src/procedures/access/allowed-action.ts'
import { instant, Toast } from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES, SECTION_NAMES, SEVERITIES } from '../../../src/vocabulary.ts'
import { REQUIREMENT_ACTIONS } from '../../../workflows/requirements/allowed-actions.ts'
import { AuditEntryView } from '../../audits/read/histories.schema.ts'
import { ReviewView } from '../../reviews/read/review.schema.ts'
import {
  CheckView,
  DisaDescriptionView,
  RuleDescriptionView,
  SrgRuleView,
} from '../../srgs/read/catalog-rules.schema.ts'

const nullableText = z.string().nullable()

/** Text columns that every reader sees. */
export const SHOWN_COLUMNS = listColumnsUsed(RULE_FIELDS, 'shown')

/** Open and total comments of a requirement, including replies (rule C-60). */
export const CommentSummary = z.object({ open: z.int(), total: z.int() }).meta({ id: 'CommentSummary' })
export type CommentSummary = z.infer<typeof CommentSummary>

const Satisfies = z.object({ id: z.int(), rule_id: z.string(), srg_id: nullableText })
const SatisfiedBy = Satisfies.extend({ fixtext: nullableText, component_prefix: z.string() })

const navigator = {
  id: z.int(),
  rule_id: z.string(),
  title: nullableText,
  version: nullableText,
  status: z.enum(RULE_STATUSES),
  rule_severity: z.enum(SEVERITIES),
  locked: z.boolean(),
  review_requestor_id: z.int().nullable(),
  changes_requested: z.boolean(),
  comment_summary: CommentSummary,
}

const lockedFields = z.partialRecord(z.enum(SECTION_NAMES), z.literal(true))

const only = (kind: string) => ({ description: `Absent on requirements that are not ${kind}.` })

/** Open and total comments of a requirement, without replies, as in triage. */
const CommentCounts = z.object({ open: z.int(), total: z.int() }).meta({ id: 'CommentCounts' })

/** A row of the picker; authored requirements omit the two lists (rule C-44). */
export const PickerRow = z
  .object({
    ...navigator,
    displayed_name: z.string(),
    comment_counts: CommentCounts,
    locked_fields: lockedFields,
    lock_version: z.int(),
    updated_at: instant,
    satisfies: z.array(Satisfies).optional().meta(only('STIG-style')),
    satisfied_by: z.array(Satisfies).optional().meta(only('STIG-style')),
    nist_control_family: z.string(),
  })
  .meta({ id: 'PickerRow' })
export type PickerRow = z.infer<typeof PickerRow>

/** Schemas of the texts that every reader sees. */
function createShownTexts() {
  type ShownColumn = Column<FieldWithUse<typeof RULE_FIELDS, 'shown'>>
  const shapes = SHOWN_COLUMNS.map((name) => [name, nullableText])
  return Object.fromEntries(shapes) as Record<ShownColumn, typeof nullableText>
}

const content = {
  ...navigator,
  displayed_name: z.string(),
  component_id: z.int(),
  ...createShownTexts(),
  locked_fields: lockedFields,
  srg_id: nullableText,
  lock_version: z.int(),
  updated_at: instant,
  disa_rule_descriptions_attributes: z.array(DisaDescriptionView),
  checks_attributes: z.array(CheckView),
  satisfies: z.array(Satisfies).optional().meta(only('STIG-style')),
  satisfied_by: z.array(SatisfiedBy).optional().meta(only('STIG-style')),
  derived_from_version: nullableText.optional().meta(only('authored')),
}

/** A requirement with all editable fields (rule C-44). */
export const EditorRule = z
  .object({
    ...content,
    fix_id: nullableText,
    rule_descriptions_attributes: z.array(RuleDescriptionView),
    inspec_control_body: nullableText.optional().meta(only('STIG-style')),
    inspec_control_body_lang: nullableText.optional().meta(only('STIG-style')),
    inspec_control_file: nullableText.optional().meta(only('STIG-style')),
    inspec_control_file_lang: nullableText.optional().meta(only('STIG-style')),
    additional_answers_attributes: z
      .array(z.object({ id: z.int(), additional_question_id: z.int(), answer: nullableText }))
      .optional()
      .meta({
        description: 'Absent on requirements that are not STIG-style, and for people without a role.',
      }),
    srg_rule_attributes: SrgRuleView.nullable().optional().meta(only('STIG-style')),
    srg_info: z.object({ version: nullableText }).optional().meta(only('STIG-style')),
    nist_control_family: z.string(),
    reviews: z.array(ReviewView).meta({ description: 'The newest 100, oldest first.' }),
    reviews_left_out: z.int().meta({ description: 'Older reviews; the comment lists have them.' }),
  })
  .meta({ id: 'Rule' })
export type EditorRule = z.infer<typeof EditorRule>

const STIG_EDITOR = [
  'inspec_control_body',
  'inspec_control_body_lang',
  'inspec_control_file',
  'inspec_control_file_lang',
  'additional_answers_attributes',
  'srg_rule_attributes',
  'srg_info',
] as const satisfies (keyof EditorRule)[]

/** Fields that only callers with a role on the component see, in all responses (rule C-22). */
export const MEMBERS_ONLY: readonly string[] = ['additional_answers_attributes']

/** Fields, besides reviews, that a component's page shows only to editors (rule C-22). */
export const EDITORS_ONLY: readonly string[] = ['fix_id', 'rule_descriptions_attributes', ...STIG_EDITOR]

/** Fields of one document type; they are absent, not empty, on the other (rule C-44). */
export const ONLY_ON = {
  stig: ['satisfies', 'satisfied_by', ...STIG_EDITOR],
  srg: ['derived_from_version'],
} as const satisfies Record<string, (keyof EditorRule)[]>

/** A requirement with its newest audit entries and the caller's actions. */
export const RuleDetail = EditorRule.extend({
  histories: z.array(AuditEntryView),
  allowed_actions: allowedActions(REQUIREMENT_ACTIONS),
}).meta({ id: 'RuleDetail' })
export type RuleDetail = z.infer<typeof RuleDetail>

export const RuleAnswer = z.object({ toast: Toast, data: EditorRule }).meta({ id: 'RuleAnswer' })
