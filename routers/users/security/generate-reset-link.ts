import { administering } from '../../../src/access/builders/users.ts'
import { toast, Toast } from '../../../src/wire/shapes.ts'
import { z } from 'zod'
import { workOf } from '../../../src/work.ts'
import { makeResetLink } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const ResetLinkOutput = z.object({ toast: Toast, reset_url: z.string() })

export const generateResetLink = administering
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/{userId}/generate_reset_link',
      tags,
      summary: 'Make a link with which a user chooses a new password',
    },
    secret: true,
  })
  .output(ResetLinkOutput)
  .mutation(({ ctx }) => {
    const link = makeResetLink(workOf(ctx), ctx.user)
    return { toast: toast('Link made', `Pass it on to ${ctx.user.name}. It works once.`), reset_url: link }
  })
