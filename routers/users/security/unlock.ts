import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { administeringUser } from '../../../src/procedures/access/builders/users.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { unlockAccount } from '../../../workflows/accounts/administer.ts'
import { UserOutput } from '../read/admin-users.schema.ts'
import { readAdminUser } from '../read/admin-users.ts'

const tags = ['Users']

export const unlock = administeringUser
  .meta({ openapi: { method: 'POST', path: '/users/{userId}/unlock', tags, summary: 'Unlock an account' } })
  .output(UserOutput)
  .mutation(async ({ ctx }) => {
    const { user, db, services } = ctx
    await unlockAccount(toUnitOfWork(ctx), user)
    return {
      toast: createToast('Account unlocked', `${user.name} can sign in again.`),
      user: await readAdminUser(db, services, user.id),
    }
  })
