import { z } from 'zod'
import { bodyId, instant, requiredText, text, Toast } from '../src/shapes.ts'
import { normalEmail } from './sessions.schema.ts'

/** A person in dropdowns and member lists (accounts 2.1). */
export const CompactUser = z
  .object({ id: z.int(), name: z.string(), email: z.string() })
  .meta({ id: 'CompactUser' })
export type CompactUser = z.infer<typeof CompactUser>

/** A person as system administrators see them (accounts 2.1). */
export const AdminUser = z
  .object({
    id: z.int(),
    name: z.string(),
    email: z.string(),
    provider: z.string().nullable(),
    admin: z.boolean(),
    last_sign_in_at: instant.nullable(),
    failed_attempts: z.int(),
    locked_at: instant.nullable(),
    slack_user_id: z.string().nullable(),
    identities: z.array(z.object({ provider: z.string(), email: z.string().nullable(), title: z.string() })),
  })
  .meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof AdminUser>

/** One `@`, no blanks; stored trimmed and in lower case (accounts 2.1). */
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

const flag = z.boolean({ error: 'must be true or false' })

/** Beside a new password: whoever knew the old one may have made tokens with it (accounts 3.3). */
export const revokeTokensToo = flag
  .default(false)
  .meta({ description: 'With a new password: revoke all access tokens of the account too.' })

export const AdminCreateInput = z.object({
  user: z.object({
    name: personName,
    email,
    admin: flag.default(false),
    slack_user_id: slackUserId.optional(),
    password: newPassword.nullish(),
  }),
})

export const AdminCreateOutput = z.object({
  toast: Toast,
  user: AdminUser,
  reset_url: z.string().optional().meta({ description: 'Only without a password and with mail off.' }),
})

export const UpdateUserInput = z.object({
  user: z.object({
    name: personName.optional(),
    email: email.optional(),
    admin: flag.optional(),
    slack_user_id: slackUserId.optional(),
  }),
})

export const UserOutput = z.object({ toast: Toast, user: AdminUser })

export const SetPasswordInput = z.object({
  user: z.object({ password: newPassword, revoke_tokens: revokeTokensToo }),
})

export const ResetLinkOutput = z.object({ toast: Toast, reset_url: z.string() })

export const UserSearch = z.object({
  q: text(255)
    .transform((value) => value.trim())
    .refine((value) => value.length >= 2, { error: 'must have at least 2 characters' })
    .meta({ minLength: 2, maxLength: 255 }),
  membership_type: z.enum(['Project', 'Component']),
  membership_id: bodyId,
  scope: z.enum(['members'], { error: 'must be members or absent' }).optional(),
  limit: z.int({ error: 'must be an integer from 1 to 25' }).min(1).max(25).default(10),
})

export const UserSearchOutput = z.object({ users: z.array(CompactUser) })
