import { z } from 'zod'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import { createTooLongError } from '../../../workflows/comments/texts.ts'

/** Maximum length of an override's reason, after trimming (rule R-3). */
export const AUDIT_COMMENT_LIMIT = 4096

/** Reason of an override: trimmed, not blank; the error for a long one names both lengths (rule R-3). */
export const auditComment = z
  .string()
  .trim()
  .refine((value) => value !== '', { error: 'must not be blank' })
  .refine((value) => !value.includes('\0'), { error: 'must not contain NUL characters', abort: true })
  .refine((value) => value.isWellFormed(), { error: 'must be well-formed Unicode', abort: true })
  .refine((value) => countCodePoints(value) <= AUDIT_COMMENT_LIMIT, {
    error: ({ input }) => createTooLongError(countCodePoints(String(input)), AUDIT_COMMENT_LIMIT),
  })
  .meta({
    minLength: 1,
    maxLength: AUDIT_COMMENT_LIMIT,
    pattern: '\\S',
    description: 'Recorded in the audit trail.',
  })
