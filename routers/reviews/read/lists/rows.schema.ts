import { z } from 'zod'
import { date, instant, Pagination } from '../../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES, SEVERITIES } from '../../../../src/vocabulary.ts'
import { OwnActions } from '../allowed-actions.ts'
import { StatusCounts } from '../counts/triage-summary.schema.ts'
import { CommentableType, Reactions, SectionKey, TriageStatus } from '../review.schema.ts'

/** The component's SRG, and whether it is the latest of the catalog (rule R-6). */
const SrgInfo = z
  .object({ title: z.string(), version: z.string(), is_latest: z.boolean() })
  .meta({ id: 'SrgInfo' })

/** Fields of the rows of all comment lists. */
export const SharedRow = z.object({
  id: z.int(),
  comment: z.string(),
  created_at: instant,
  updated_at: instant,
  lock_version: z.int(),
  triage_status: TriageStatus.nullable(),
  triage_set_at: instant.nullable(),
  adjudicated_at: instant.nullable(),
  section: SectionKey.nullable(),
  commentable_type: CommentableType,
  rule_id: z.int().nullable(),
  rule_displayed_name: z.string(),
  parent_rule_displayed_name: z.string().nullable(),
  author_name: z.string().nullable(),
  duplicate_of_review_id: z.int().nullable(),
  addressed_by_rule_id: z.int().nullable(),
  addressed_by_rule_name: z.string().nullable(),
  srg_info: SrgInfo.nullable(),
  responses_count: z.int(),
  reactions: Reactions,
})

export const StaffRow = SharedRow.extend({
  triager_display_name: z.string().nullable(),
  triager_imported: z.boolean(),
  adjudicator_display_name: z.string().nullable(),
  adjudicator_imported: z.boolean(),
  assignee_id: z.int().nullable(),
  due_on: date.nullable(),
})

/** A row of a project's comment list (rule R-6). */
export const ProjectCommentRow = StaffRow.extend({ component_id: z.int(), component_name: z.string() }).meta({
  id: 'ProjectCommentRow',
})
export type ProjectCommentRow = z.infer<typeof ProjectCommentRow>

export const ProjectCommentList = z
  .object({ rows: z.array(ProjectCommentRow), pagination: Pagination, status_counts: StatusCounts })
  .meta({ id: 'ProjectCommentList' })

const nullableText = z.string().nullable()

/** The current requirement, to compare it with the comment (rule R-7). */
export const RuleContent = z
  .object({
    title: nullableText,
    rule_severity: z.enum(SEVERITIES),
    status: z.enum(RULE_STATUSES),
    fixtext: nullableText,
    status_justification: nullableText,
    vendor_comments: nullableText,
    artifact_description: nullableText,
    fix_id: nullableText,
    fixtext_fixref: nullableText,
    version: nullableText,
    rule_weight: nullableText,
    ident: nullableText,
    ident_system: nullableText,
    vuln_discussion: nullableText,
    documentable: z.boolean().nullable(),
    false_positives: nullableText,
    false_negatives: nullableText,
    mitigations_available: z.boolean().nullable(),
    mitigations: nullableText,
    poam_available: z.boolean().nullable(),
    poam: nullableText,
    potential_impacts: nullableText,
    third_party_tools: nullableText,
    mitigation_control: nullableText,
    responsibility: nullableText,
    ia_controls: nullableText,
    severity_override_guidance: nullableText,
    check_content: nullableText,
    locked: z.boolean(),
    rule_updated_at: instant,
    satisfied_by: z.array(z.object({ id: z.int(), rule_id: z.string(), component_prefix: z.string() })),
  })
  .meta({ id: 'CommentedRuleContent' })
export type RuleContent = z.infer<typeof RuleContent>

/** A row of a component's comment list (rule R-6). */
export const ComponentCommentRow = StaffRow.extend({
  commenter_display_name: nullableText,
  commenter_imported: z.boolean(),
  author_email: nullableText,
  rule_status: z.enum(RULE_STATUSES).nullable(),
  group_rule_displayed_name: nullableText,
  rule_content: RuleContent.nullable().optional(),
  rule_content_left_out: z.literal(true).optional().meta({
    description: 'The content is left out because the page would be too large; request a smaller page.',
  }),
  ...OwnActions,
}).meta({ id: 'ComponentCommentRow' })

export const ComponentCommentList = z
  .object({
    rows: z.array(ComponentCommentRow),
    pagination: Pagination.extend({ total_comments: z.int() }),
    status_counts: StatusCounts,
  })
  .meta({ id: 'ComponentCommentList' })

/** A row of a person's comment list (rule R-6). */
export const UserCommentRow = SharedRow.extend({
  project_id: z.int(),
  project_name: z.string(),
  component_id: z.int(),
  component_name: z.string(),
  latest_activity_at: instant.nullable(),
}).meta({ id: 'UserCommentRow' })

export const UserCommentList = z
  .object({ rows: z.array(UserCommentRow), pagination: Pagination })
  .meta({ id: 'UserCommentList' })
