import { disempowering } from '../../../src/access/builders/users.ts'
import { toast } from '../../../src/wire/shapes.ts'
import { adminUser } from '../read/admin-users.ts'
import { UserOutput } from '../read/admin-users.schema.ts'
import { workOf } from '../../../src/work.ts'
import { lockAccount } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const lock = disempowering
  .meta({ openapi: { method: 'POST', path: '/users/{userId}/lock', tags, summary: 'Lock an account' } })
  .output(UserOutput)
  .mutation(async ({ ctx }) => {
    const { user, others, db, services } = ctx
    await lockAccount(workOf(ctx), user, others)
    return {
      toast: toast('Account locked', `${user.name} can no longer sign in.`),
      user: await adminUser(db, services.env, user.id),
    }
  })
