import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { currentPassword, privileged } from '../../../src/procedures/access/builders/users.ts'
import { createToast, ToastOutput } from '../../../src/procedures/schemas/shapes.ts'
import { setPassword as storePassword } from '../../../workflows/accounts/administer.ts'
import { unlinkIdentitiesToo, newPassword, revokeTokensToo } from '../person.schema.ts'

const tags = ['Users']

export const SetPasswordInput = z.object({
  user: z.object({
    password: newPassword,
    current_password: currentPassword,
    revoke_tokens: revokeTokensToo,
    unlink_identities: unlinkIdentitiesToo,
  }),
})

export const setPassword = privileged
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
  .mutation(async ({ ctx, input: { user: values } }) => {
    const also = { revokeTokens: values.revoke_tokens, unlinkIdentities: values.unlink_identities }
    await storePassword(toUnitOfWork(ctx), ctx.user, values.password, also)
    return {
      toast: createToast('Password set', `${ctx.user.name} has a new password; their sessions have ended.`),
    }
  })
