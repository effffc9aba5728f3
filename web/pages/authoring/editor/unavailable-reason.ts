import { roleAtLeast } from '../../../../src/vocabulary.ts'
import { t } from '../../../languages/t.ts'
import type { Rule } from '../fields.ts'
import type { Component } from './component.ts'

/** Why the requirement is read-only; null if it can be edited. */
export function unavailableReason(rule: Rule, component: Component): string | null {
  if (component.released) return t('This component is released and read-only.')
  if (!roleAtLeast(component.effective_permissions, 'author')) {
    return t('Only authors of the project can edit requirements.')
  }
  if (component.frozen_for_writes) {
    return t('The comment phase is finalized, so requirements can’t be changed.')
  }
  if (rule.locked) return t('This requirement is locked. A project admin can unlock it.')
  if (rule.review_requestor_id !== null) {
    return t('This requirement is under review, so it can’t be changed.')
  }
  return null
}
