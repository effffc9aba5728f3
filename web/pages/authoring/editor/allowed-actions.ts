import type { Outputs } from '../../../api/client.ts'
import { translateDetail } from '../../../api/errors.ts'
import { t } from '../../../languages/t.ts'
import type { Component } from './component.ts'

/** What the user may do with the requirement, as the service decides. */
export type AllowedActions = Outputs['rules']['show']['allowed_actions']

/** Whether the user's role includes an action, even if it is not possible now. */
export function hasRoleFor({ reason }: AllowedActions[keyof AllowedActions]): boolean {
  return reason !== 'permission_denied'
}

const READ_ONLY_REASONS: Record<string, string> = {
  permission_denied: t('Only authors of the project can edit requirements.'),
  'component.frozen': t('The comment phase is finalized, so requirements can’t be changed.'),
  'rule.locked': t('This requirement is locked. A project admin can unlock it.'),
  'rule.under_review': t('This requirement is under review, so it can’t be changed.'),
}

/** Why the requirement is read-only; null if it can be edited. */
export function findUnavailableReason(
  { update }: AllowedActions,
  { released }: Pick<Component, 'released'>,
): string | null {
  if (update.allowed) return null
  if (released) return t('This component is released and read-only.')
  return READ_ONLY_REASONS[update.reason ?? ''] ?? translateDetail(update.message ?? '', update.reason)
}
