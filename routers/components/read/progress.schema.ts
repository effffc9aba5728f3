import { z } from 'zod'
import { COMMENT_PHASES, DOCUMENT_TYPES } from '../../../src/vocabulary.ts'
import { SeverityCounts } from '../../srgs/read/catalog-rules.schema.ts'

/** Live requirements per status; the keys depend on the document type (rule C-2). */
export const StatusCounts = z
  .object({
    not_yet_determined: z.int(),
    applicable_configurable: z.int().optional(),
    applicable_inherently_meets: z.int().optional(),
    applicable_does_not_meet: z.int().optional(),
    applicable: z.int().optional(),
    not_applicable: z.int(),
  })
  .meta({ id: 'RuleStatusCounts', description: 'Five keys for type `stig`, three for `srg`.' })

/** Statistics of one component (rule C-41). */
export const ComponentStats = z
  .object({
    document_type: z.enum(DOCUMENT_TYPES),
    rules_by_status: StatusCounts,
    rules_by_severity: SeverityCounts,
    rule_count: z.int(),
    completion_pct: z.number().nullable(),
    lock_pct: z.number().nullable(),
    changed_rule_count: z.int().optional().meta({
      description: 'Requirements changed after `changed_since`; absent without it.',
    }),
  })
  .meta({ id: 'ComponentStats' })

/** Progress of a component, and what its phase allows (rule C-41). */
export const WorkflowState = z
  .object({
    document_type: z.enum(DOCUMENT_TYPES),
    authoring: z.object({ rules_total: z.int(), rules_determined: z.int() }),
    locks: z.object({ locked: z.int(), total: z.int(), all_locked: z.boolean() }),
    reviews: z.object({ under_review: z.int() }),
    comment: z.object({
      phase: z.enum(COMMENT_PHASES),
      accepting_new_comments: z.boolean(),
      triaging_active: z.boolean(),
      frozen_for_writes: z.boolean(),
      pending_comments: z.int(),
    }),
    triage: z.object({ pending: z.int(), awaiting_adjudication: z.int() }),
    export: z.object({ released: z.boolean(), releasable: z.boolean() }),
  })
  .meta({ id: 'WorkflowState' })

/** Totals of a project's components. */
export const ProjectStats = z
  .object({
    aggregate: z.object({
      rules_by_status_by_type: z.object({ stig: StatusCounts, srg: StatusCounts }),
      rules_by_severity: SeverityCounts,
      rule_count: z.int(),
      completion_pct: z.number().nullable(),
      lock_pct: z.number().nullable(),
    }),
    components: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        prefix: z.string(),
        document_type: z.enum(DOCUMENT_TYPES),
        rule_count: z.int(),
        completion_pct: z.number().nullable(),
        lock_pct: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'ProjectStats' })
