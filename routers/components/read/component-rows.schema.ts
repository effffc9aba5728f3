import { z } from 'zod'
import { instant } from '../../../src/procedures/schemas/shapes.ts'
import { CLOSED_REASONS, COMMENT_PHASES, DOCUMENT_TYPES, PROJECT_ROLES } from '../../../src/vocabulary.ts'
import { SeverityCounts } from '../../srgs/read/catalog-rules.schema.ts'

const nullableText = z.string().nullable()
const nullableInt = z.int().nullable()

/** The default view, embedded in history entries (rule C-21). */
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

/** The index view, for lists of released components and of a project's components. */
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

/** The summary view, with what the current comment phase allows. */
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
