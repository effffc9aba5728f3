import { z } from 'zod'
import {
  findEmailProblem,
  normalizeEmail,
  normalizeName,
  findPersonNameProblem,
} from '../../src/lib/unicode/names.ts'
import { withoutProblem } from '../../src/procedures/schemas/name-shapes.ts'
import { requiredText, text } from '../../src/procedures/schemas/shapes.ts'

/** A user in dropdowns and member lists (rule A-3). */
export const CompactUser = z
  .object({ id: z.int(), name: z.string(), email: z.string() })
  .meta({ id: 'CompactUser' })
export type CompactUser = z.infer<typeof CompactUser>

/** One `@`, no spaces; stored trimmed, NFC-normalized and in lower case (rules ). */
export const email = requiredText(255)
  .transform(normalizeEmail)
  .refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), { error: 'must be an address like a@b', abort: true })
  .superRefine(withoutProblem(findEmailProblem))

/** Stored trimmed and NFC-normalized; look-alike and invisible characters are rejected (rule A-93). */
export const personName = requiredText(255)
  .transform(normalizeName)
  .superRefine(withoutProblem(findPersonNameProblem))

/** A chat handle; empty text clears it. */
export const slackUserId = text(255)
  .transform((value) => (value.trim() === '' ? null : value.trim()))
  .nullable()

/** A new password; the policy is checked when it is set. */
export const newPassword = text(1024)

export const flag = z.boolean({ error: 'must be true or false' })

/** With a new password: revokes tokens, which others who knew the old one may have created (rule A-28). */
export const revokeTokensToo = flag
  .default(false)
  .meta({ description: 'With a new password: revoke all access tokens of the account too.' })

/** With a new password: unlinks providers, because an intruder may have linked their own account. */
export const unlinkIdentitiesToo = flag
  .default(false)
  .meta({ description: 'With a new password: remove all linked sign-ins of the account too.' })
