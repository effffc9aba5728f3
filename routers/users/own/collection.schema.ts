import { z } from 'zod'
import { text, Toast } from '../../../src/procedures/schemas/shapes.ts'
import { Identity } from '../../auth/identity.schema.ts'
import {
  email,
  newPassword,
  personName,
  revokeTokensToo,
  slackUserId,
  unlinkIdentitiesToo,
} from '../person.schema.ts'

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

/** A blank password leaves it unchanged. */
export const ProfileInput = z.object({
  user: z.object({
    name: personName.optional(),
    email: email.optional(),
    slack_user_id: slackUserId.optional(),
    password: newPassword.nullish(),
    password_confirmation: newPassword.nullish(),
    current_password: secret.nullish(),
    revoke_tokens: revokeTokensToo,
    unlink_identities: unlinkIdentitiesToo,
  }),
})

export const DeleteAccountInput = z.object({
  user: z.object({ current_password: secret.nullish() }).optional(),
})
