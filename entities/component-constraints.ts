import { sqlList, trigramIndex } from './columns.ts'
import { createTrigger } from './triggers.ts'

type Column =
  | 'projectId'
  | 'componentId'
  | 'securityRequirementsGuideId'
  | 'name'
  | 'version'
  | 'release'
  | 'id'

/** Unique constraints, indexes and checks; they match the migration. */
export const componentUniques: { name: string; properties: Column[] }[] = [
  { name: 'components_revision_unique', properties: ['projectId', 'name', 'version', 'release'] },
]

export const componentIndexes: (
  | { name: string; properties: Column[]; where?: string }
  | { name: string; expression: string }
)[] = [
  { name: 'components_project_id', properties: ['projectId', 'name', 'id'] },
  { name: 'components_component_id', properties: ['componentId'] },
  { name: 'components_security_requirements_guide_id', properties: ['securityRequirementsGuideId'] },
  {
    name: 'components_released',
    properties: ['name', 'version', 'release', 'id'],
    where: 'released',
  },
  { name: 'components_srg', properties: ['id'], where: "document_type = 'srg'" },
  trigramIndex('components', 'name', 'lower(name)'),
]

export const componentChecks = [
  { name: 'components_prefix_shape', expression: "prefix ~ '^[A-Z0-9_]{4}-[A-Z0-9_]{2}$'" },
  {
    name: 'components_closed_reason_only_when_closed',
    expression: "closed_reason is null or comment_phase = 'closed'",
  },
  {
    name: 'components_period_in_order',
    expression:
      'comment_period_ends_at is null or comment_period_starts_at is null or comment_period_ends_at >= comment_period_starts_at',
  },
  { name: 'components_overlay_not_self', expression: 'component_id is null or component_id <> id' },
  { name: 'components_rule_numbers', expression: 'next_rule_number >= 1 and next_rule_number <= 1000000' },
  {
    name: 'components_minted_sequences',
    expression: 'next_minted_sequence >= 1 and next_minted_sequence <= 1000000',
  },
]

/** Columns that can change on a released component: comment window, contact, next numbers and bookkeeping. */
const OPEN_ON_RELEASED = [
  'comment_phase',
  'closed_reason',
  'comment_period_starts_at',
  'comment_period_ends_at',
  'comment_phase_set_at',
  'comment_period_announced_at',
  'admin_name',
  'admin_email',
  'next_rule_number',
  'next_minted_sequence',
  'lock_version',
  'updated_at',
]

export const componentTriggers = [
  createTrigger({
    table: 'components',
    name: 'components_released',
    timing: 'before',
    events: ['update'],
    forEach: 'row',
    when: 'old.released',
    run: `prevent_change_of_released_component(${sqlList(OPEN_ON_RELEASED)})`,
  }),
]
