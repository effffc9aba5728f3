import { administering } from '../../../src/access/builders/users.ts'
import { toast, ToastOutput } from '../../../src/wire/shapes.ts'
import { z } from 'zod'
import { unlinkIdentitiesToo, newPassword, revokeTokensToo } from '../person.schema.ts'
import { workOf } from '../../../src/work.ts'
import { setPassword as setPasswordOf } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const SetPasswordInput = z.object({
  user: z.object({
    password: newPassword,
    revoke_tokens: revokeTokensToo,
    unlink_identities: unlinkIdentitiesToo,
  }),
})

export const setPassword = administering
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/{userId}/set_password',
      tags,
      summary: 'Set a password for a user',
    },
    secret: true,
  })
  .input(SetPasswordInput)
  .output(ToastOutput)
  .mutation(async ({ ctx, input: { user: given } }) => {
    const also = { revokeTokens: given.revoke_tokens, unlinkIdentities: given.unlink_identities }
    await setPasswordOf(workOf(ctx), ctx.user, given.password, also)
    return { toast: toast('Password set', `${ctx.user.name} has a new password; their sessions have ended.`) }
  })
