import { writing } from '../../src/access/builders.ts'
import { toast, Toast } from '../../src/wire/shapes.ts'
import { assertTexts, PERSON } from '../../src/wire/text-limits.ts'
import { adminUser } from './read/admin-users.ts'
import { z } from 'zod'
import { AdminUser } from './read/admin-users.schema.ts'
import { flag, email, slackUserId, newPassword, personName } from './person.schema.ts'
import { workOf } from '../../src/work.ts'
import { createAccount } from '../../workflows/accounts/create-account.ts'

const tags = ['Users']

export const AdminCreateInput = z.object({
  user: z.object({
    name: personName,
    email,
    admin: flag.default(false),
    slack_user_id: slackUserId.optional(),
    password: newPassword.nullish(),
  }),
})

export const AdminCreateOutput = z.object({
  toast: Toast,
  user: AdminUser,
  reset_url: z.string().optional().meta({ description: 'Only without a password and with mail off.' }),
})

export const adminCreate = writing.systemAdmin
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/admin_create',
      tags,
      summary: 'Create an account for somebody',
    },
    secret: true,
  })
  .input(AdminCreateInput)
  .output(AdminCreateOutput)
  .mutation(async ({ ctx, input: { user: given } }) => {
    const { env } = ctx.services
    assertTexts(env.limits, given, PERSON)
    const { slack_user_id: slackUserId = null, ...person } = given
    const password = given.password ? given.password : null
    const { user, link } = await createAccount(workOf(ctx), { ...person, slackUserId, password })
    const how = password === null ? ' after choosing a password' : ''
    return {
      toast: toast('User created', `${user.name} can sign in${how}.`),
      user: await adminUser(ctx.db, env, user.id),
      ...(link === null ? {} : { reset_url: link }),
    }
  })
