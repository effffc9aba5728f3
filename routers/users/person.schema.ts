import { z } from 'zod'
import { requiredText, text } from '../../src/wire/shapes.ts'
import { normalEmail } from '../../src/auth/accounts/normal-email.ts'

/** A person in dropdowns and member lists (rule A-3). */
export const CompactUser = z
  .object({ id: z.int(), name: z.string(), email: z.string() })
  .meta({ id: 'CompactUser' })
export type CompactUser = z.infer<typeof CompactUser>

/** One `@`, no blanks; stored trimmed and in lower case (rule A-2). */
export const email = requiredText(255)
  .transform(normalEmail)
  .refine((value) => /^[^\s@]+@[^\s@]+$/.test(value), { error: 'must be an address like a@b' })

export const personName = requiredText(255).transform((value) => value.trim())

/** A chat handle; empty text clears it. */
export const slackUserId = text(255)
  .transform((value) => (value.trim() === '' ? null : value.trim()))
  .nullable()

/** A password that is being chosen; its policy is checked where it is set. */
export const newPassword = text(1024)

export const flag = z.boolean({ error: 'must be true or false' })

/** Beside a new password: whoever knew the old one may have made tokens with it (rule A-28). */
export const revokeTokensToo = flag
  .default(false)
  .meta({ description: 'With a new password: revoke all access tokens of the account too.' })

/** Beside a new password: whoever had the account for a while may have linked a provider account of their own. */
export const unlinkIdentitiesToo = flag
  .default(false)
  .meta({ description: 'With a new password: remove all linked sign-ins of the account too.' })
