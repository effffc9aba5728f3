import { useMemo } from 'react'
import type { Outputs } from '../../../api/client.ts'
import { translateDetail } from '../../../api/errors.ts'
import { useReview } from '../../comments/use-review.ts'
import type { Row } from '../queue/rows.ts'

type AllowedActions = Outputs['reviews']['get']['allowed_actions']
export type CommentAction = keyof AllowedActions

/** The allowed actions of a comment in its shown version; null while loading or for an older version. */
export interface CommentPermissions {
  actions: AllowedActions | null
  /** Until when the last decision can be undone; null if it can't. */
  undoableUntil: string | null
}

const UNKNOWN: CommentPermissions = { actions: null, undoableUntil: null }

/** The allowed actions of the selected comment, all computed by the service. */
export function useAllowedActions(row: Row | undefined): CommentPermissions {
  const { data } = useReview(row?.id ?? 0, row !== undefined)
  const isShown = data?.review.id === row?.id && data?.review.lock_version === row?.lock_version
  const shown = isShown ? data : undefined
  // Memoized, because the memoized panel and decisions depend on it.
  return useMemo(
    () => (shown ? { actions: shown.allowed_actions, undoableUntil: shown.undoable_until } : UNKNOWN),
    [shown],
  )
}

/**
 * The service's reason why an action is not allowed; null if it is allowed or not known yet: then the service decides.
 */
export function findDenialReason({ actions }: CommentPermissions, action: CommentAction): string | null {
  const { message = null, reason = null } = actions?.[action] ?? {}
  return message === null ? null : translateDetail(message, reason)
}
