import { administering } from '../../../src/access/builders/users.ts'
import { toast, ToastOutput } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import { sendPasswordReset as mailReset } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const sendPasswordReset = administering
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/{userId}/send_password_reset',
      tags,
      summary: 'Mail a user a link to choose a new password',
    },
    secret: true,
  })
  .output(ToastOutput)
  .mutation(({ ctx }) => {
    mailReset(workOf(ctx), ctx.user)
    return { toast: toast('Mail sent', `${ctx.user.name} gets a mail with a link.`) }
  })
