import { z } from 'zod'
import { bodyId, givenTime, instant, requiredText, text, Toast } from '../src/shapes.ts'
import {
  CLOSED_REASONS,
  COMMENT_PHASES,
  DOCUMENT_TYPES,
  PROJECT_ROLES,
  QUESTION_TYPES,
} from '../src/vocabulary.ts'
import { SeverityCounts } from './guides.schema.ts'

const nullableText = z.string().nullable()
const nullableInt = z.int().nullable()

/** The default view: what history entries embed (components 2.4). */
export const ComponentBrief = z
  .object({
    id: z.int(),
    name: z.string(),
    prefix: z.string(),
    version: nullableInt,
    release: nullableInt,
    based_on_title: z.string(),
    based_on_version: z.string(),
    severity_counts: SeverityCounts,
    pending_comment_count: z.int(),
  })
  .meta({ id: 'ComponentBrief' })
export type ComponentBrief = z.infer<typeof ComponentBrief>

/** The index view: lists of released components, and of a project's. */
export const ComponentRow = ComponentBrief.extend({
  rules_count: z.int(),
  updated_at: instant,
  released: z.boolean(),
  component_id: nullableInt,
  project_id: z.int(),
  security_requirements_guide_id: z.int(),
  admin_name: nullableText,
  admin_email: nullableText,
  description: nullableText,
  document_type: z.enum(DOCUMENT_TYPES),
  releasable: z.boolean(),
}).meta({ id: 'ComponentRow' })
export type ComponentRow = z.infer<typeof ComponentRow>

/** The summary view, with what the comment phase allows right now. */
export const ComponentSummary = ComponentBrief.extend({
  rules_count: z.int(),
  title: z.string(),
  released: z.boolean(),
  project_id: z.int(),
  component_id: nullableInt,
  security_requirements_guide_id: z.int(),
  memberships_count: z.int(),
  updated_at: instant,
  lock_version: z.int(),
  comment_phase: z.enum(COMMENT_PHASES),
  closed_reason: z.enum(CLOSED_REASONS).nullable(),
  document_type: z.enum(DOCUMENT_TYPES),
  comment_period_starts_at: instant.nullable(),
  comment_period_ends_at: instant.nullable(),
  effective_permissions: z.enum(PROJECT_ROLES).nullable(),
  accepting_new_comments: z.boolean(),
  triaging_active: z.boolean(),
  frozen_for_writes: z.boolean(),
  comment_period_days_remaining: nullableInt,
}).meta({ id: 'ComponentSummary' })
export type ComponentSummary = z.infer<typeof ComponentSummary>

export const ComponentCreated = z
  .object({ toast: Toast, component: ComponentBrief })
  .meta({ id: 'ComponentCreated' })

const PREFIX = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_]{4}-[A-Za-z0-9_]{2}$/

/** Four word characters, hyphen, two word characters; stored in upper case (components 3.1). */
const prefix = text(10).refine((value) => PREFIX.test(value) && value.length === 7, {
  error: 'must be four letters or digits, a hyphen and two more, such as ABCD-01',
})

const number = z
  .int({ error: 'must be an integer from 0 to 2147483647' })
  .min(0)
  .max(2_147_483_647)
  .nullable()

/** One additional question; with `id` an existing one (components 2.6). */
export const QuestionInput = z.object({
  id: bodyId.optional(),
  name: requiredText(255).optional(),
  question_type: z.enum(QUESTION_TYPES).optional(),
  options: z.array(text(255)).max(200).optional(),
  _destroy: z.boolean().optional(),
})
export type QuestionInput = z.infer<typeof QuestionInput>

/** What may be given of a component at creation and in updates. */
const content = {
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
  component_metadata_attributes: z.object({ data: z.record(text(255), text(10_000)) }).optional(),
  slack_channel_id: text(255).nullable().optional(),
}

/** Creation from SRGs, from another component or as overlay (components 3.1). */
export const NewComponent = z
  .object({
    ...content,
    document_type: z.enum(DOCUMENT_TYPES).optional(),
    security_requirements_guide_id: bodyId.optional(),
    declared_source_srg_ids: z.array(bodyId).max(100).optional(),
    requirement_selections: z.record(text(20), z.array(text(255)).max(10_000)).optional(),
    duplicate: z.boolean().optional(),
    copy_component: z.boolean().optional(),
    id: bodyId.nullable().optional(),
    component_id: bodyId.nullable().optional(),
  })
  .meta({ id: 'NewComponent' })
export type NewComponent = z.infer<typeof NewComponent>

/** Changes of a component; what is absent stays (components 4.3). */
export const ComponentChanges = z
  .object({ ...content, released: z.boolean().optional() })
  .meta({ id: 'ComponentChanges' })
export type ComponentChanges = z.infer<typeof ComponentChanges>

/** The catalog guide that a release made, and what left the document since (components 3.7). */
export const ComponentReleased = z
  .object({
    toast: Toast,
    catalog_srg: z.object({
      id: z.int(),
      srg_id: z.string(),
      version: z.string(),
      name: z.string().nullable(),
    }),
    changelog: z.object({
      version: z.string(),
      removals: z.array(
        z.object({
          identifier: z.string(),
          destination_abbreviation: z.string().nullable(),
          executed_on: z.iso.date(),
        }),
      ),
      text: z.string(),
    }),
  })
  .meta({ id: 'ComponentReleased' })
