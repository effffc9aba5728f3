import { selectRows, toTime, type Row } from '../database.ts'
import { AWAITING, FIGURES, PENDING } from './counts.ts'
import { pickColumns, formatTimes } from './format-times.ts'

const BRIEF = `c.id, c.name, c.prefix, c.version, c.release, g.title as based_on_title, g.version as based_on_version, n.severity_counts,
  ${PENDING} as pending_comment_count, n.rules_count, c.updated_at, c.released, c.component_id, c.project_id, c.security_requirements_guide_id,
  c.admin_name, c.admin_email, c.description, c.document_type, not c.released and n.locked = n.rules_count as releasable`
const FROM = `from components c join srgs g on g.id = c.security_requirements_guide_id, ${FIGURES}`

/** Components in the list view. */
export const BRIEFS = `select ${BRIEF} ${FROM}`

/** One component with all data of its pages, including counts such as `status_counts` and `locked`. */
export async function readComponent(id: unknown): Promise<Row | undefined> {
  const [component] = await selectRows(
    'whole component',
    `select ${BRIEF}, c.title, c.lock_version, c.comment_phase, c.closed_reason, c.comment_period_starts_at, c.comment_period_ends_at,
      (select count(*)::int from memberships m where m.component_id = c.id) as memberships_count,
      c.advanced_fields, c.created_at, c.released_at, c.metadata, n.status_counts, n.locked, n.under_review, n.undetermined, ${AWAITING} as awaiting
     ${FROM} where c.id = $1`,
    [id],
  )
  return component
}

const SUMMARY = [
  'id',
  'name',
  'prefix',
  'version',
  'release',
  'based_on_title',
  'based_on_version',
  'severity_counts',
  'pending_comment_count',
  'rules_count',
  'title',
  'released',
  'project_id',
  'component_id',
  'security_requirements_guide_id',
  'memberships_count',
  'updated_at',
  'lock_version',
  'comment_phase',
  'closed_reason',
  'document_type',
  'comment_period_starts_at',
  'comment_period_ends_at',
]

/** A component in the summary view. */
export function toSummary(component: Row, role: unknown): Row {
  const ends = component['comment_period_ends_at']
  const daysLeft = ends instanceof Date ? (ends.getTime() - Date.now()) / 86_400_000 : 0
  return {
    ...formatTimes(pickColumns(component, SUMMARY)),
    effective_permissions: role,
    ...toPhase(component),
    comment_period_days_remaining:
      component['comment_phase'] === 'open' && daysLeft > 0 ? Math.ceil(daysLeft) : null,
  }
}

/** The component header for members. */
export const toHeader = (component: Row, role: unknown): Row => ({
  ...toSummary(component, role),
  ...pickColumns(component, ['description', 'admin_name', 'admin_email', 'advanced_fields', 'releasable']),
  created_at: toTime(component['created_at']),
})

/** What the phase of a component allows. */
export function toPhase({ comment_phase: phase, closed_reason: reason }: Row): Row {
  return {
    accepting_new_comments: phase === 'open',
    triaging_active: phase === 'open' || reason === 'adjudicating',
    frozen_for_writes: phase === 'closed' && reason === 'finalized',
  }
}
