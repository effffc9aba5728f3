import { accountReasons } from './reasons/account.ts'
import { authoringReasons } from './reasons/authoring.ts'
import { commentReasons } from './reasons/comment.ts'
import { commonReasons } from './reasons/common.ts'
import { exchangeReasons } from './reasons/exchange.ts'
import type { Meaning } from './reasons/meaning.ts'

/**
 * Every stable `reason` and what it means: the page /docs/api/errors, the fragments of problem types, and a test
 * that no refusal is thrown whose reason is not listed.
 */
export const REASONS = {
  ...commonReasons,
  ...accountReasons,
  ...authoringReasons,
  ...commentReasons,
  ...exchangeReasons,
} satisfies Record<string, Meaning>

/** Every stable reason; one that is not listed is a type error. */
export type Reason = keyof typeof REASONS

const LISTED: Record<string, Meaning | undefined> = REASONS

/** What a reason means, as it came over the wire; undefined for one that is not listed. */
export function meaningOf(reason: string): Meaning | undefined {
  return Object.hasOwn(LISTED, reason) ? LISTED[reason] : undefined
}
