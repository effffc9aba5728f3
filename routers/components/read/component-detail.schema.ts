import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { QUESTION_TYPES } from '../../../src/vocabulary.ts'
import { AuditEntryView } from '../../audits/read/histories.schema.ts'
import { MembershipView } from '../../memberships/read/memberships.schema.ts'
import { ReviewView } from '../../reviews/read/review.schema.ts'
import { EditorRule } from '../../rules/read/requirements.schema.ts'
import { ComponentSummary } from './component-rows.schema.ts'
import { StatusCounts } from './progress.schema.ts'

const nullableText = z.string().nullable()

export const AdditionalQuestionView = z
  .object({
    id: z.int(),
    component_id: z.int(),
    name: z.string(),
    question_type: z.enum(QUESTION_TYPES),
    options: z.array(z.string()),
  })
  .meta({ id: 'AdditionalQuestion' })

/** SRGs whose document was replaced after the component was based on them (rule C-95). */
export const ChangedSources = z
  .array(
    z.object({
      id: z.int(),
      srg_id: z.string(),
      version: z.string(),
      replaced_at: instant.meta({ description: 'When the document was replaced.' }),
    }),
  )
  .meta({
    description:
      'SRGs whose document was replaced since; the requirements of the component keep their texts.',
  })

/** A component with its page content; callers without a role see content but no names (rule C-22). */
export const ComponentDetail = ComponentSummary.extend({
  description: nullableText,
  admin_name: nullableText,
  admin_email: nullableText,
  reviews: z.array(ReviewView).meta({ description: 'The newest 20.' }),
  rules: z.array(
    EditorRule.partial({
      fix_id: true,
      rule_descriptions_attributes: true,
      reviews: true,
      reviews_left_out: true,
    }).meta({
      id: 'ComponentRule',
    }),
  ),
  advanced_fields: z.boolean().optional(),
  created_at: instant.optional(),
  releasable: z.boolean().optional(),
  status_counts: StatusCounts.optional(),
  moved_out_count: z.int().optional(),
  changed_sources: ChangedSources.optional(),
  srg_is_latest: z.boolean().optional(),
  srg_latest_version: nullableText.optional(),
  srg_latest_id: z.int().nullable().optional(),
  additional_questions: z.array(AdditionalQuestionView).optional(),
  histories: z.array(AuditEntryView).optional(),
  memberships: z.array(MembershipView).optional(),
  inherited_memberships: z.array(MembershipView).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
}).meta({ id: 'ComponentDetail' })
export type ComponentDetail = z.infer<typeof ComponentDetail>

/** A component without its requirements, which may be too large for memory. */
export const ComponentPage = ComponentDetail.omit({ rules: true })
export type ComponentPage = z.infer<typeof ComponentPage>
