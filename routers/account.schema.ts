import { z } from 'zod'
import { requiredText, text, Toast } from '../src/shapes.ts'
import { Identity } from './sessions.schema.ts'
import { email, newPassword, personName, revokeTokensToo, slackUserId } from './users.schema.ts'

const secret = text(1024)

export const RegisterInput = z.object({
  user: z.object({
    name: personName,
    email,
    password: newPassword,
    password_confirmation: newPassword,
    slack_user_id: slackUserId.optional(),
  }),
})

export const RegisterOutput = z.object({ toast: Toast, user: Identity })

/** A blank password means that it stays. */
export const ProfileInput = z.object({
  user: z.object({
    name: personName.optional(),
    email: email.optional(),
    slack_user_id: slackUserId.optional(),
    password: newPassword.nullish(),
    password_confirmation: newPassword.nullish(),
    current_password: secret.nullish(),
    revoke_tokens: revokeTokensToo,
  }),
})

export const ProfileOutput = RegisterOutput

export const DeleteAccountInput = z.object({
  user: z.object({ current_password: secret.nullish() }).optional(),
})

/** The address of a person who cannot sign in; blank is refused by the operation (specification, rule 4). */
export const AddressInput = z.object({ user: z.object({ email: text(255).default('') }) })

/** Whatever is no token is an invalid one: this operation has one refusal (contract, decision 11). */
export const ResetTokenQuery = z.object({ reset_password_token: text(1024).optional().catch(undefined) })

export const ResetTokenOutput = z.object({ valid: z.boolean(), minimum_password_length: z.int() })

export const ResetPasswordInput = z.object({
  user: z.object({
    reset_password_token: text(1024).default(''),
    password: newPassword.default(''),
    password_confirmation: newPassword.default(''),
    revoke_tokens: revokeTokensToo,
  }),
})

export const ConfirmationQuery = z.object({ confirmation_token: requiredText(1024) })

export const UnlockQuery = z.object({ unlock_token: requiredText(1024) })
