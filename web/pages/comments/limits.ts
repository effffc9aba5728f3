import { formatNumber, t } from '../../languages/t.ts'

/** The longest comment, reply or response, in code points (rule R-3). */
export const COMMENT_LIMIT = 4000
const COUNTED_FROM = 3600

/** Returns the length as the service counts it. */
export function countCharacters(text: string): number {
  let length = 0
  for (const _ of text) length += 1
  return length
}

/** Formats the remaining length; empty while there is plenty. */
export function formatRemaining(text: string): string | undefined {
  const length = countCharacters(text)
  if (length < COUNTED_FROM) return undefined
  const remaining = COMMENT_LIMIT - length
  return remaining >= 0
    ? t('{count} characters left', { count: formatNumber(remaining) })
    : t('{count} characters too long; the limit is 4,000', { count: formatNumber(-remaining) })
}

/** Whether a text is not empty and not too long. */
export function isPostable(text: string): boolean {
  return text.trim() !== '' && countCharacters(text) <= COMMENT_LIMIT
}
