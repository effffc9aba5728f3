import { deleting, renaming } from '../../src/access/builders/users.ts'
import { deleteAccount } from '../../workflows/accounts/delete-account.ts'
import { illegal } from '../../src/errors.ts'
import { toast, ToastOutput } from '../../src/wire/shapes.ts'
import { assertTexts, PERSON } from '../../src/wire/text-limits.ts'
import { adminUser } from './read/admin-users.ts'
import { UserOutput } from './read/admin-users.schema.ts'
import { z } from 'zod'
import { flag, email, slackUserId, personName } from './person.schema.ts'
import { workOf } from '../../src/work.ts'
import { changeAccount } from '../../workflows/accounts/change-account.ts'

const tags = ['Users']

export const UpdateUserInput = z.object({
  user: z.object({
    name: personName.optional(),
    email: email.optional(),
    admin: flag.optional(),
    slack_user_id: slackUserId.optional(),
  }),
})

export const update = renaming
  .meta({
    openapi: { method: 'PATCH', path: '/users/{userId}', tags, summary: 'Change a user' },
    also: [{ method: 'PUT', path: '/users/{userId}' }],
  })
  .input(UpdateUserInput)
  .output(UserOutput)
  .mutation(async ({ ctx, input: { user: given } }) => {
    const { env } = ctx.services
    assertTexts(env.limits, given, PERSON)
    const { slack_user_id: slackUserId, ...changes } = given
    await changeAccount(workOf(ctx), ctx, { ...changes, slackUserId })
    return {
      toast: toast('User saved', `${ctx.user.name} is saved.`),
      user: await adminUser(ctx.db, env, ctx.user.id),
    }
  })

export const destroy = deleting
  .meta({ openapi: { method: 'DELETE', path: '/users/{userId}', tags, summary: 'Delete a user' } })
  .output(ToastOutput)
  .mutation(async ({ ctx, input }) => {
    if (input.userId === ctx.actor.id) {
      throw illegal('user.delete_self', 'Delete your own account in your profile, with your password.')
    }
    const user = await deleteAccount(workOf(ctx), input.userId)
    return { toast: toast('User deleted', `${user.name} is deleted.`) }
  })
