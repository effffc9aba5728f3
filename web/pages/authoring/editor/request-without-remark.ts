import { t } from '../../../languages/t.ts'

/** The text of a review request without a remark. */
export const REQUEST_WITHOUT_REMARK = t('Please review.')
