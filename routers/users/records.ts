import { z } from 'zod'
import { reading } from '../../src/access.ts'
import { deleting, renaming } from '../../src/access/users.ts'
import { deleteAccount } from '../../src/auth/delete-account.ts'
import { assertEmailFree } from '../../src/auth/email-free.ts'
import { endOtherSessions } from '../../src/auth/end-sessions.ts'
import { illegal } from '../../src/errors.ts'
import { refreshContacts } from '../../src/memberships/contacts.ts'
import { announceAdmin } from '../../src/outbox/account-chat.ts'
import { enqueueConfirmationMail, enqueueNotice } from '../../src/outbox/account-mails.ts'
import { toast } from '../../src/shapes.ts'
import { assertTexts, PERSON } from '../../src/text-limits.ts'
import { router } from '../../src/trpc.ts'
import { cutOf, OnlyWholeListPage } from '../../src/whole-lists.ts'
import { ToastOutput } from '../tokens.schema.ts'
import { adminUser, adminUsers } from '../users.read.ts'
import { AdminUser, UpdateUserInput, UserOutput } from '../users.schema.ts'

const tags = ['Users']

/** The user records, for system administrators (accounts 5.2). */
export const records = router({
  list: reading.systemAdmin
    .meta({ openapi: { method: 'GET', path: '/users', tags, summary: 'All users' } })
    .input(OnlyWholeListPage)
    .output(z.array(AdminUser))
    .query(({ ctx: { db, services }, input }) => adminUsers(db, services.env, cutOf(input) ?? {})),

  update: renaming
    .meta({
      openapi: { method: 'PATCH', path: '/users/{userId}', tags, summary: 'Change a user' },
      also: [{ method: 'PUT', path: '/users/{userId}' }],
    })
    .input(UpdateUserInput)
    .output(UserOutput)
    .mutation(async ({ ctx, input: { user: given } }) => {
      const { em, db, user, others, actor, now, services } = ctx
      const { env } = services
      const { name, email } = user
      assertTexts(env.limits, given, PERSON)
      if (given.admin !== undefined && given.admin !== user.admin) {
        user.setAdmin(given.admin, others)
        announceAdmin(em, env, user, actor, given.admin, now)
      }
      if (given.name !== undefined) user.name = given.name
      if (given.slack_user_id !== undefined) user.slackUserId = given.slack_user_id
      if (given.email !== undefined && given.email !== user.email) {
        await assertEmailFree(em, given.email, user.id)
        const fact = `An administrator changed the address of your account to ${given.email}.`
        enqueueNotice(em, user.email, 'Email changed', fact, now)
        user.changeEmail(given.email)
        if (env.accounts.emailConfirmation && !user.confirmedAt) enqueueConfirmationMail(em, env, user, now)
      }
      await em.flush()
      if (user.email !== email) {
        const present = user.id === actor.id ? (actor.session?.id ?? null) : null
        await endOtherSessions(ctx, em, user.id, present, 'admin')
      }
      if (user.email !== email || user.name !== name) await refreshContacts(db, user.id)
      return {
        toast: toast('User saved', `${user.name} is saved.`),
        user: await adminUser(db, env, user.id),
      }
    }),

  destroy: deleting
    .meta({ openapi: { method: 'DELETE', path: '/users/{userId}', tags, summary: 'Delete a user' } })
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, actor, now }, input }) => {
      if (input.userId === actor.id) {
        throw illegal('user.delete_self', 'Delete your own account in your profile, with your password.')
      }
      const user = await deleteAccount(em, input.userId, now)
      return { toast: toast('User deleted', `${user.name} is deleted.`) }
    }),
})
