import { z } from 'zod'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { privileged } from '../../../src/procedures/access/builders/users.ts'
import { createToast, Toast } from '../../../src/procedures/schemas/shapes.ts'
import { makeResetLink } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const ResetLinkOutput = z.object({ toast: Toast, reset_url: z.string() })

export const generateResetLink = privileged
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/{userId}/generate_reset_link',
      tags,
      summary: 'Create a link for a user to choose a new password',
    },
    secret: true,
  })
  .output(ResetLinkOutput)
  .mutation(async ({ ctx }) => {
    const link = await makeResetLink(toUnitOfWork(ctx), ctx.user)
    return {
      toast: createToast('Link created', `Send it to ${ctx.user.name}. It works once.`),
      reset_url: link,
    }
  })
