import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { validationError } from '../../src/errors.ts'
import { countCodePoints, isBlank } from '../../src/procedures/schemas/shapes.ts'

/** Throws 422 if a text exceeds a configured limit (rule R-3). */
export function assertLength(field: string, text: string, limit: number): void {
  if (text.length <= limit || countCodePoints(text) <= limit) return
  throw validationError('review.too_long', field, `The text must have at most ${limit} characters.`)
}

/** Throws 422 for a text that is blank or over a limit. */
export function assertText(field: string, text: string, limit: number): void {
  if (isBlank(text)) throw validationError('review.blank', field, 'The text must not be blank.')
  assertLength(field, text, limit)
}

/** Throws 422 for a reason over the configured limit (rule A-70). */
export function assertReason({ env }: Pick<UnitOfWork, 'env'>, reason: string): void {
  const length = countCodePoints(reason)
  const limit = env.limits.auditComment
  if (length > limit) throw validationError('validation', 'audit_comment', createTooLongError(length, limit))
}

/** Formats the error of a long reason with both lengths (rule R-55). */
export function createTooLongError(length: number, limit: number): string {
  return `has ${length} characters; the limit is ${limit}`
}
