import { trigramIndex } from './columns.ts'
import { topLevelSql } from './top-level.ts'

/** Origin of a text, stored separately and rendered in front of it (rule R-41). */
export type ReviewMarker =
  | { kind: 'merge'; labels: string[] }
  | { kind: 'move'; from: string; reason: string }
  | { kind: 'redirect'; label: string }

type Column =
  | 'addressedByRuleId'
  | 'adjudicatedById'
  | 'componentId'
  | 'createdAt'
  | 'duplicateOfReviewId'
  | 'id'
  | 'originalCommentableId'
  | 'respondingToReviewId'
  | 'ruleId'
  | 'triageSetById'
  | 'userId'

const TOP_LEVEL = topLevelSql()

/** Filter columns of the lists; their index includes them so that counts are index-only scans. */
const FILTERED = `"triage_status", "section", "user_id", "assignee_id", "due_on", "adjudicated_at", "rule_id"`

/** Columns of the index on people. */
const COUNTED = `"triage_status", "adjudicated_at", "rule_id", "component_id"`

/**
 * Indexes for the lists, the threads and the lookups by person (rule R-4). Some are raw SQL because of the
 * order of `id`: the ORM introspects it wrongly behind `project_id` and would recreate the index.
 */
export const reviewIndexes: (
  | { name: string; expression: string }
  | { name: string; properties: Column[] }
)[] = [
  {
    name: 'reviews_project_status_page',
    expression: `create index "reviews_project_status_page" on "reviews" ("project_id", "triage_status", "created_at" desc, "id" desc) where ${TOP_LEVEL}`,
  },
  {
    name: 'reviews_component_status_page',
    expression: `create index "reviews_component_status_page" on "reviews" ("component_id", "triage_status", "created_at" desc, "id" desc) where ${TOP_LEVEL}`,
  },
  { name: 'reviews_component_id', properties: ['componentId', 'id'] },
  { name: 'reviews_rule_id', properties: ['ruleId', 'createdAt', 'id'] },
  {
    name: 'reviews_responding_to_review_id',
    properties: ['respondingToReviewId', 'createdAt', 'id'],
  },
  { name: 'reviews_duplicate_of_review_id', properties: ['duplicateOfReviewId'] },
  { name: 'reviews_addressed_by_rule_id', properties: ['addressedByRuleId'] },
  { name: 'reviews_original_commentable_id', properties: ['originalCommentableId'] },
  { name: 'reviews_user_id', properties: ['userId', 'createdAt', 'id'] },
  { name: 'reviews_triage_set_by_id', properties: ['triageSetById'] },
  { name: 'reviews_adjudicated_by_id', properties: ['adjudicatedById'] },
  // With the project and component first, the cost of a search does not depend on other projects.
  trigramIndex('reviews', 'comment', 'project_id, component_id, comment'),
  // Last, because if two indexes have the same cost the planner takes the one that was created last.
  {
    name: 'reviews_project_page',
    expression: `create index "reviews_project_page" on "reviews" ("project_id", "created_at" desc, "id" desc) include (${FILTERED}) where ${TOP_LEVEL}`,
  },
  {
    name: 'reviews_component_page',
    expression: `create index "reviews_component_page" on "reviews" ("component_id", "created_at" desc, "id" desc) include (${FILTERED}) where ${TOP_LEVEL}`,
  },
  {
    name: 'reviews_author_page',
    expression: `create index "reviews_author_page" on "reviews" ("user_id", "project_id", "created_at" desc, "id" desc) include (${COUNTED}) where ${TOP_LEVEL}`,
  },
  // For a component's activity by day and its open work, without reading other comments.
  {
    name: 'reviews_component_decided',
    expression: `create index "reviews_component_decided" on "reviews" ("component_id", "triage_set_at") include ("project_id", "rule_id") where ${TOP_LEVEL} and triage_set_at is not null`,
  },
  {
    name: 'reviews_component_closed',
    expression: `create index "reviews_component_closed" on "reviews" ("component_id", "adjudicated_at") include ("project_id", "rule_id") where ${TOP_LEVEL} and adjudicated_at is not null`,
  },
  // For the number of replies of a component, without reading its comments.
  {
    name: 'reviews_component_replies',
    expression: `create index "reviews_component_replies" on "reviews" ("component_id", "rule_id") where responding_to_review_id is not null`,
  },
  {
    name: 'reviews_component_assigned',
    expression: `create index "reviews_component_assigned" on "reviews" ("component_id", "assignee_id", "due_on") include ("project_id", "rule_id") where ${TOP_LEVEL} and adjudicated_at is null and assignee_id is not null`,
  },
  {
    name: 'reviews_assignee_id',
    expression: `create index "reviews_assignee_id" on "reviews" ("assignee_id", "project_id", "created_at" desc, "id" desc) include (${COUNTED}, "action", "responding_to_review_id") where assignee_id is not null`,
  },
]

/** Check constraints of a stored review (rule R-4). */
export const reviewChecks = [
  {
    name: 'reviews_triage_only_on_comments',
    expression: `triage_status is null or (${TOP_LEVEL})`,
  },
  {
    name: 'reviews_duplicate_of_only_duplicates',
    expression:
      "duplicate_of_review_id is null or (triage_status is not null and triage_status = 'duplicate')",
  },
  {
    name: 'reviews_duplicate_not_self',
    expression: 'duplicate_of_review_id is null or duplicate_of_review_id <> id',
  },
  {
    name: 'reviews_addressed_by_only_addressed',
    expression:
      "addressed_by_rule_id is null or (triage_status is not null and triage_status = 'addressed_by')",
  },
  {
    name: 'reviews_replies_are_comments',
    expression: "responding_to_review_id is null or (action = 'comment' and responding_to_review_id <> id)",
  },
  { name: 'reviews_rule_of_type', expression: "(commentable_type = 'BaseRule') = (rule_id is not null)" },
  {
    name: 'reviews_component_comments_have_no_section',
    expression: "commentable_type = 'BaseRule' or section is null",
  },
  { name: 'reviews_actions_are_on_rules', expression: "action = 'comment' or rule_id is not null" },
  {
    name: 'reviews_only_decided_comments_close',
    expression: `adjudicated_at is null or (${TOP_LEVEL} and coalesce(triage_status, '') <> 'pending')`,
  },
  {
    name: 'reviews_adjudicator_of_closed',
    expression: 'adjudicated_by_id is null or adjudicated_at is not null',
  },
]
