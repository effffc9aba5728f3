import { z } from 'zod'
import { bodyId, instant, text, Toast } from '../src/shapes.ts'
import { RULE_STATUSES, SECTION_NAMES, SEVERITIES } from '../src/vocabulary.ts'
import { AuditEntryView } from './histories.schema.ts'
import { ReviewView } from './reviews/review.schema.ts'
import { CheckView, DisaDescriptionView, RuleDescriptionView, SrgRuleView } from './guides.schema.ts'

const nullableText = z.string().nullable()

/** Open comments and all comments of a requirement, replies included (components 2.5). */
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

const only = (kind: string) => ({ description: `Absent on requirements that are not ${kind}.` })

/** One row of the picker; authored requirements omit the two lists (specification, "Component rule"). */
export const PickerRow = z
  .object({
    ...navigator,
    displayed_name: z.string(),
    satisfies: z.array(Satisfies).optional().meta(only('STIG-style')),
    satisfied_by: z.array(Satisfies).optional().meta(only('STIG-style')),
  })
  .meta({ id: 'PickerRow' })
export type PickerRow = z.infer<typeof PickerRow>

const content = {
  ...navigator,
  displayed_name: z.string(),
  component_id: z.int(),
  status_justification: nullableText,
  rule_weight: nullableText,
  ident: nullableText,
  ident_system: nullableText,
  fixtext: nullableText,
  fixtext_fixref: nullableText,
  artifact_description: nullableText,
  vendor_comments: nullableText,
  locked_fields: z.partialRecord(z.enum(SECTION_NAMES), z.literal(true)),
  srg_id: nullableText,
  nist_control_family: z.string(),
  vuln_id: nullableText,
  legacy_ids: nullableText,
  lock_version: z.int(),
  updated_at: instant,
  disa_rule_descriptions_attributes: z.array(DisaDescriptionView),
  checks_attributes: z.array(CheckView),
  satisfies: z.array(Satisfies).optional().meta(only('STIG-style')),
  satisfied_by: z.array(SatisfiedBy).optional().meta(only('STIG-style')),
  derived_from_version: nullableText.optional().meta(only('authored')),
}

/** What everybody who may see the component sees of a requirement. */
export const ViewerRule = z.object(content).meta({ id: 'ViewerRule' })

/** A requirement with everything that is edited (components 2.5, editor view). */
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
      .meta(only('STIG-style')),
    srg_rule_attributes: SrgRuleView.nullable().optional().meta(only('STIG-style')),
    srg_info: z.object({ version: nullableText }).optional().meta(only('STIG-style')),
    reviews: z.array(ReviewView),
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

/** What only people with a role on the component see of a requirement, beside its reviews (components 2.4). */
export const EDITORS_ONLY: readonly string[] = ['fix_id', 'rule_descriptions_attributes', ...STIG_EDITOR]

/** What the requirements of one kind alone have; on the other it is absent, not empty (components 2.5). */
export const ONLY_ON = {
  stig: ['satisfies', 'satisfied_by', ...STIG_EDITOR],
  srg: ['derived_from_version'],
} as const satisfies Record<string, (keyof EditorRule)[]>

/** One requirement with its newest audit entries. */
export const RuleDetail = EditorRule.extend({ histories: z.array(AuditEntryView) }).meta({ id: 'RuleDetail' })

export const RuleAnswer = z.object({ toast: Toast, data: EditorRule }).meta({ id: 'RuleAnswer' })

const short = text(255).nullable().optional()
const long = text(10_000).nullable().optional()
const flag = z.boolean().nullable().optional()
const nested = { id: bodyId.nullable().optional(), _destroy: z.boolean().nullable().optional() }

export const CheckInput = z.object({
  ...nested,
  system: short,
  content_ref_name: short,
  content_ref_href: short,
  content: long,
})

export const DisaDescriptionInput = z.object({
  ...nested,
  vuln_discussion: long,
  false_positives: long,
  false_negatives: long,
  documentable: flag,
  mitigations_available: flag,
  mitigations: long,
  poam_available: flag,
  poam: long,
  severity_override_guidance: long,
  potential_impacts: long,
  third_party_tools: long,
  mitigation_control: long,
  responsibility: long,
  ia_controls: long,
})

export const RuleDescriptionInput = z.object({ ...nested, description: long })

export const AnswerInput = z.object({
  id: bodyId.nullable().optional(),
  additional_question_id: bodyId.optional(),
  answer: long,
})

/** Everything of a requirement that a client may write (components 3.3); `inspec_control_file` is derived. */
export const RuleInput = z
  .object({
    status: z.enum(RULE_STATUSES).optional(),
    status_justification: text(1000).nullable().optional(),
    artifact_description: long,
    vendor_comments: long,
    rule_severity: z.enum(SEVERITIES).optional(),
    rule_weight: short,
    version: short,
    title: text(500).nullable().optional(),
    ident: text(2048).nullable().optional(),
    ident_system: short,
    fixtext: long,
    fix_id: short,
    fixtext_fixref: short,
    inspec_control_body: text(50_000).nullable().optional(),
    inspec_control_body_lang: short,
    inspec_control_file_lang: short,
    checks_attributes: z.array(CheckInput).max(100).optional(),
    disa_rule_descriptions_attributes: z.array(DisaDescriptionInput).max(100).optional(),
    rule_descriptions_attributes: z.array(RuleDescriptionInput).max(100).optional(),
    additional_answers_attributes: z.array(AnswerInput).max(200).optional(),
    audit_comment: text(4096).nullable().optional(),
  })
  .meta({ id: 'RuleInput' })
export type RuleInput = z.infer<typeof RuleInput>

/** A full replacement names the four fields that every requirement is judged by (components 3.3). */
export const RuleReplacement = RuleInput.extend({
  status: z.enum(RULE_STATUSES),
  title: text(500).nullable(),
  fixtext: text(10_000).nullable(),
  vendor_comments: text(10_000).nullable(),
}).meta({ id: 'RuleReplacement' })

/** A new requirement: seeded, or with `duplicate` a copy of the requirement `id` (components 3.2). */
export const NewRule = RuleInput.extend({
  duplicate: z.boolean().optional(),
  id: bodyId.nullable().optional(),
}).meta({ id: 'NewRule' })
export type NewRule = z.infer<typeof NewRule>
