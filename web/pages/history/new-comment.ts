import { REVIEW_ACTIONS, SECTION_KEYS, type ReviewAction } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'
import { formatSection } from '../authoring/section-labels.ts'
import { REVIEW_ACTION_LABELS } from '../comments/review-action-labels.ts'

/** The audit entry of a new comment or review step. */
interface Entry {
  action: string
  auditable_type: string
  auditable_id: number | null
  audited_changes: readonly { field: string; new_value?: unknown }[]
}

/** A comment or review step as its audit entry describes it. */
export interface NewComment {
  id: number | null
  action: ReviewAction
  label: string
  text: string
}

/** Returns what an entry says about a new comment or review step; null for other entries. */
export function readNewComment({
  action,
  auditable_type: type,
  auditable_id: id,
  audited_changes: changes,
}: Entry): NewComment | null {
  if (action !== 'create' || type !== 'Review') return null
  const find = (field: string) => changes.find((change) => change.field === field)?.new_value
  const step = REVIEW_ACTIONS.find((name) => name === find('action')) ?? 'comment'
  const section = SECTION_KEYS.find((key) => key === find('section'))
  const text = find('comment')
  return {
    id,
    action: step,
    label: section ? t('Comment on {field}', { field: formatSection(section) }) : REVIEW_ACTION_LABELS[step],
    text: typeof text === 'string' ? text : '',
  }
}
