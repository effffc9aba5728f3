import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { administeringUser } from '../../../src/procedures/access/builders/users.ts'
import { createToast, ToastOutput } from '../../../src/procedures/schemas/shapes.ts'
import { sendPasswordReset as mailReset } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const sendPasswordReset = administeringUser
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/{userId}/send_password_reset',
      tags,
      summary: 'Email a user a link to choose a new password',
    },
    secret: true,
  })
  .output(ToastOutput)
  .mutation(({ ctx }) => {
    mailReset(toUnitOfWork(ctx), ctx.user)
    return { toast: createToast('Email sent', `${ctx.user.name} gets an email with a link.`) }
  })
