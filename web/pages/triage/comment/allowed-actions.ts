import type { Outputs } from '../../../api/client.ts'
import { useReview } from '../../comments/use-review.ts'
import type { Row } from '../queue/rows.ts'

type AllowedActions = Outputs['reviews']['get']['allowed_actions']
export type CommentAction = keyof AllowedActions

/** The service's answer about a comment as it is shown; null while it is read, or when it is about an older version. */
export interface Allowed {
  actions: AllowedActions | null
  /** Until when the last decision can be undone; null when it cannot. */
  undoableUntil: string | null
}

const UNKNOWN: Allowed = { actions: null, undoableUntil: null }

/** What the caller may do with the comment in hand. Nothing of it is computed here. */
export function useAllowedActions(row: Row | undefined): Allowed {
  const { data } = useReview(row?.id ?? 0, row !== undefined)
  if (!row || data?.review.id !== row.id || data.review.lock_version !== row.lock_version) return UNKNOWN
  return { actions: data.allowed_actions, undoableUntil: data.undoable_until }
}

/** Why an action is refused, in the words of the service; null when it is not, or not known: then the service decides. */
export function refusalOf({ actions }: Allowed, action: CommentAction): string | null {
  return actions?.[action]?.message ?? null
}
