import { administering } from '../../../src/access/builders/users.ts'
import { toast } from '../../../src/wire/shapes.ts'
import { adminUser } from '../read/admin-users.ts'
import { UserOutput } from '../read/admin-users.schema.ts'
import { workOf } from '../../../src/work.ts'
import { unlockAccount } from '../../../workflows/accounts/administer.ts'

const tags = ['Users']

export const unlock = administering
  .meta({ openapi: { method: 'POST', path: '/users/{userId}/unlock', tags, summary: 'Unlock an account' } })
  .output(UserOutput)
  .mutation(async ({ ctx }) => {
    const { user, db, services } = ctx
    await unlockAccount(workOf(ctx), user)
    return {
      toast: toast('Account unlocked', `${user.name} can sign in again.`),
      user: await adminUser(db, services.env, user.id),
    }
  })
