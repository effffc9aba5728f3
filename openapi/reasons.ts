import { accountReasons } from './reasons/account.ts'
import { authoringReasons } from './reasons/authoring.ts'
import { commentReasons } from './reasons/comment.ts'
import { commonReasons } from './reasons/common.ts'
import { exchangeReasons } from './reasons/exchange.ts'
import type { Meaning } from './reasons/meaning.ts'

/**
 * All stable `reason` codes and their meanings, for /docs/api/errors, problem types, and a test that every thrown
 * reason is listed.
 */
export const REASONS = {
  ...commonReasons,
  ...accountReasons,
  ...authoringReasons,
  ...commentReasons,
  ...exchangeReasons,
} satisfies Record<string, Meaning>

/** All stable reasons; an unlisted one is a type error. */
export type Reason = keyof typeof REASONS

const LISTED: Record<string, Meaning | undefined> = REASONS

/** The meaning of a reason from a response; undefined if it is not listed. */
export function findMeaning(reason: string): Meaning | undefined {
  return Object.hasOwn(LISTED, reason) ? LISTED[reason] : undefined
}
