import { z } from 'zod'
import type { Services } from '../../src/context.ts'
import { invalid } from '../../src/errors.ts'
import { codePoints } from '../../src/shapes.ts'

/** The longest reason of an override, after trimming (comments 1.9). */
export const AUDIT_COMMENT_LIMIT = 4096

/** Why somebody overrides: trimmed, not blank; the refusal of a long one names both lengths (comments 4.3). */
export const auditComment = z
  .string()
  .trim()
  .refine((value) => value !== '', { error: 'must not be blank' })
  .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters', abort: true })
  .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
  .refine((value) => codePoints(value) <= AUDIT_COMMENT_LIMIT, {
    error: ({ input }) => tooLong(codePoints(String(input)), AUDIT_COMMENT_LIMIT),
  })
  .meta({
    minLength: 1,
    maxLength: AUDIT_COMMENT_LIMIT,
    pattern: '\\S',
    description: 'Kept in the audit trail.',
  })

/** Refuses a reason over the limit that the settings make narrower (accounts 6.6). */
export function assertReason({ env }: Pick<Services, 'env'>, reason: string): void {
  const length = codePoints(reason)
  const limit = env.limits.auditComment
  if (length > limit) throw invalid('validation', 'audit_comment', tooLong(length, limit))
}

function tooLong(length: number, limit: number): string {
  return `has ${length} characters; the limit is ${limit}`
}
