import { invalid } from '../../src/errors.ts'
import { codePoints, isBlank } from '../../src/shapes.ts'

/** Refuses a text over a limit that is a setting of the service (comments 1.9). */
export function assertLength(field: string, text: string, limit: number): void {
  if (text.length <= limit || codePoints(text) <= limit) return
  throw invalid('review.too_long', field, `The text must have at most ${limit} characters.`)
}

/** The same for a text that must say something. */
export function assertText(field: string, text: string, limit: number): void {
  if (isBlank(text)) throw invalid('review.blank', field, 'The text must not be blank.')
  assertLength(field, text, limit)
}
