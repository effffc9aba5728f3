import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { removingAdministrator } from '../../../src/procedures/access/builders/users.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { lockAccount } from '../../../workflows/accounts/administer.ts'
import { UserOutput } from '../read/admin-users.schema.ts'
import { readAdminUser } from '../read/admin-users.ts'

const tags = ['Users']

export const lock = removingAdministrator
  .meta({ openapi: { method: 'POST', path: '/users/{userId}/lock', tags, summary: 'Lock an account' } })
  .output(UserOutput)
  .mutation(async ({ ctx }) => {
    const { user, others, db, services } = ctx
    await lockAccount(toUnitOfWork(ctx), user, others)
    return {
      toast: createToast('Account locked', `${user.name} can no longer sign in.`),
      user: await readAdminUser(db, services, user.id),
    }
  })
