import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { creating, currentPassword } from '../../src/procedures/access/builders/users.ts'
import { createToast, Toast } from '../../src/procedures/schemas/shapes.ts'
import { assertTexts, PERSON } from '../../src/procedures/schemas/text-limits.ts'
import { createAccount } from '../../workflows/accounts/create-account.ts'
import { flag, email, slackUserId, newPassword, personName } from './person.schema.ts'
import { AdminUser } from './read/admin-users.schema.ts'
import { readAdminUser } from './read/admin-users.ts'

const tags = ['Users']

export const AdminCreateInput = z.object({
  user: z.object({
    name: personName,
    email,
    admin: flag.default(false),
    slack_user_id: slackUserId.optional(),
    password: newPassword.nullish(),
    current_password: currentPassword,
  }),
})

export const AdminCreateOutput = z.object({
  toast: Toast,
  user: AdminUser,
  reset_url: z.string().optional().meta({ description: 'Only without a password and with mail off.' }),
})

export const adminCreate = creating
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/admin_create',
      tags,
      summary: 'Create an account for a user',
    },
    secret: true,
  })
  .input(AdminCreateInput)
  .output(AdminCreateOutput)
  .mutation(async ({ ctx, input: { user: values } }) => {
    const { env } = ctx.services
    assertTexts(env.limits, values, PERSON)
    const { name, email, admin, slack_user_id: slackUserId = null } = values
    const password = values.password ? values.password : null
    const account = { name, email, admin, slackUserId, password }
    const { user, link } = await createAccount(toUnitOfWork(ctx), account, ctx.proof)
    const precondition = password === null ? ' after choosing a password' : ''
    return {
      toast: createToast('User created', `${user.name} can sign in${precondition}.`),
      user: await readAdminUser(ctx.db, ctx.services, user.id),
      ...(link === null ? {} : { reset_url: link }),
    }
  })
