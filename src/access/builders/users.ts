import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { User } from '../../../entities/user.ts'
import { lockWithAdministrators } from '../../auth/accounts/administrators.ts'
import { notFound } from '../../errors.ts'
import { lockContacts } from '../../memberships/contacts.ts'
import { pathId } from '../../wire/shapes.ts'
import { systemAdminWriting } from '../procedures.ts'

/** For system administrators, on the user of the path; 404 for an unknown id. */
const onUser = systemAdminWriting
  .meta({ access: { record: 'user', needs: 'system admin' } })
  .input(z.object({ userId: pathId }))

/** The user, write-locked. */
export const administering = onUser.use(async ({ ctx, input, next }) => {
  const user = await ctx.em.findOne(User, { id: input.userId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw notFound()
  return next({ ctx: { user } })
})

/** The user and everybody who may administrate, for what can take that right away; `others` may administrate too. */
export const disempowering = onUser.use(async ({ ctx, input, next }) =>
  next({ ctx: await lockWithAdministrators(ctx.em, input.userId) }),
)

/** The same, and before them the projects that show the user's name and address. */
export const renaming = onUser.use(async ({ ctx, input, next }) => {
  await lockContacts(ctx.db, input.userId)
  return next({ ctx: await lockWithAdministrators(ctx.em, input.userId) })
})

/** Nothing locked yet, for deletions, which lock projects first. */
export const deleting = onUser
