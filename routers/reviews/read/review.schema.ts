import { z } from 'zod'
import { date, instant } from '../../../src/procedures/schemas/shapes.ts'
import {
  COMMENTABLE_TYPES,
  REACTION_KINDS,
  REVIEW_ACTIONS,
  SECTION_KEYS,
  TRIAGE_STATUSES,
} from '../../../src/vocabulary.ts'

export const TriageStatus = z.enum(TRIAGE_STATUSES).meta({ id: 'TriageStatus' })
export const SectionKey = z.enum(SECTION_KEYS).meta({ id: 'SectionKey' })
export const CommentableType = z.enum(COMMENTABLE_TYPES).meta({ id: 'CommentableType' })

/** Counts of both reactions, and the caller's own one (rule R-12). */
export const Reactions = z
  .object({ up: z.int(), down: z.int(), mine: z.enum(REACTION_KINDS).nullable() })
  .meta({ id: 'Reactions' })
export type Reactions = z.infer<typeof Reactions>

/** The full review (rule R-5). */
export const ReviewView = z
  .object({
    id: z.int(),
    action: z.enum(REVIEW_ACTIONS),
    comment: z.string(),
    created_at: instant,
    updated_at: instant,
    lock_version: z.int(),
    triage_status: TriageStatus.nullable(),
    triage_set_at: instant.nullable(),
    triage_set_by_id: z.int().nullable(),
    adjudicated_at: instant.nullable(),
    adjudicated_by_id: z.int().nullable(),
    rule_id: z.int().nullable(),
    component_id: z.int(),
    section: SectionKey.nullable(),
    responding_to_review_id: z.int().nullable(),
    duplicate_of_review_id: z.int().nullable(),
    addressed_by_rule_id: z.int().nullable(),
    commentable_type: CommentableType,
    name: z.string().nullable(),
    author_name: z.string().nullable(),
    commenter_display_name: z.string().nullable(),
    commenter_imported: z.boolean(),
    triager_display_name: z.string().nullable(),
    triager_imported: z.boolean(),
    adjudicator_display_name: z.string().nullable(),
    adjudicator_imported: z.boolean(),
    author_email: z.string().nullable(),
    commenter_email: z.string().nullable(),
    responses_count: z.int(),
    rule_displayed_name: z.string(),
    original_rule_id: z.int().nullable(),
    original_rule_displayed_name: z.string().nullable(),
    withdrawn_at: instant.nullable(),
    edited_at: instant.nullable(),
    assignee_id: z.int().nullable(),
    due_on: date.nullable(),
    reactions: Reactions,
  })
  .meta({ id: 'Review', description: 'A comment, a reply or a workflow action.' })
export type ReviewView = z.infer<typeof ReviewView>

export const ReviewOutput = z.object({ review: ReviewView }).meta({ id: 'ReviewAnswer' })

/** `response_review` is null if the request had no response text (rule R-11). */
export const DecisionOutput = z
  .object({ review: ReviewView, response_review: ReviewView.nullable() })
  .meta({ id: 'DecisionAnswer' })
