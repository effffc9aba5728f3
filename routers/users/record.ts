import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { stateError } from '../../src/errors.ts'
import { changing, currentPassword, deleting } from '../../src/procedures/access/builders/users.ts'
import { createToast, ToastOutput } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, PERSON } from '../../src/procedures/schemas/text-limits.ts'
import { changeAccount } from '../../workflows/accounts/change-account.ts'
import { deleteOtherAccount } from '../../workflows/accounts/delete-account.ts'
import { flag, email, slackUserId, personName } from './person.schema.ts'
import { UserOutput } from './read/admin-users.schema.ts'
import { readAdminUser } from './read/admin-users.ts'

const tags = ['Users']

export const UpdateUserInput = z.object({
  user: z.object({
    name: personName.optional(),
    email: email.optional(),
    admin: flag.optional(),
    slack_user_id: slackUserId.optional(),
    current_password: currentPassword,
  }),
})

export const update = changing
  .meta({
    openapi: { method: 'PATCH', path: '/users/{userId}', tags, summary: 'Change a user' },
    also: [{ method: 'PUT', path: '/users/{userId}' }],
  })
  .input(UpdateUserInput)
  .output(UserOutput)
  .mutation(async ({ ctx, input: { user: values } }) => {
    const { env } = ctx.services
    assertTexts(env.limits, values, PERSON)
    const { name, email, admin, slack_user_id: slackUserId } = values
    await changeAccount(toUnitOfWork(ctx), ctx, { name, email, admin, slackUserId })
    return {
      toast: createToast('User saved', `${ctx.user.name} is saved.`),
      user: await readAdminUser(ctx.db, ctx.services, ctx.user.id),
    }
  })

const DeleteUserInput = z.object({ user: z.object({ current_password: currentPassword }).optional() })

export const destroy = deleting
  .meta({
    openapi: { method: 'DELETE', path: '/users/{userId}', tags, summary: 'Delete a user' },
    secret: true,
  })
  .input(DeleteUserInput)
  .output(ToastOutput)
  .mutation(async ({ ctx, input }) => {
    if (input.userId === ctx.actor.id) {
      throw stateError('user.delete_self', 'Delete your own account in your profile, with your password.')
    }
    const user = await deleteOtherAccount(toUnitOfWork(ctx), input.userId, ctx.proof)
    return { toast: createToast('User deleted', `${user.name} is deleted.`) }
  })
