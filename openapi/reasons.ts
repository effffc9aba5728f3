import { accountReasons } from './reasons/account.ts'
import { authoringReasons } from './reasons/authoring.ts'
import { commentReasons } from './reasons/comment.ts'
import { commonReasons } from './reasons/common.ts'
import type { Reason } from './reasons/reason.ts'

/**
 * Every stable `reason` and what it means: the page /docs/api/errors, the fragments of problem types, and a test
 * that no refusal is thrown whose reason is not listed.
 */
export const REASONS: Record<string, Reason> = {
  ...commonReasons,
  ...accountReasons,
  ...authoringReasons,
  ...commentReasons,
}
