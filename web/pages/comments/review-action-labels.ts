import type { ReviewAction } from '../../../src/vocabulary.ts'
import { t } from '../../languages/t.ts'

/** The labels of comments, and of the steps of a review cycle, which are listed among the comments. */
export const REVIEW_ACTION_LABELS: Readonly<Record<ReviewAction, string>> = {
  comment: t('Comment'),
  request_review: t('Review requested'),
  approve: t('Approved'),
  request_changes: t('Changes requested'),
  revoke_review_request: t('Review request withdrawn'),
  lock_control: t('Locked'),
  unlock_control: t('Unlocked'),
}
