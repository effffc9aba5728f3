import { z } from 'zod'
import { administering, disempowering } from '../../src/access/users.ts'
import { securityEntry } from '../../src/audit/security-entry.ts'
import { choosePassword } from '../../src/auth/choose-password.ts'
import { endOtherSessions } from '../../src/auth/end-sessions.ts'
import { revokeTokens } from '../../src/auth/revoke-tokens.ts'
import { illegal } from '../../src/errors.ts'
import { enqueueResetMail, newResetLink, tellPasswordChanged } from '../../src/outbox/account-mails.ts'
import { toast } from '../../src/shapes.ts'
import { router } from '../../src/trpc.ts'
import { ToastOutput } from '../tokens.schema.ts'
import { adminUser } from '../users.read.ts'
import { ResetLinkOutput, SetPasswordInput, UserOutput } from '../users.schema.ts'

const tags = ['Users']

/** Locks, passwords and sessions of other people, for system administrators (accounts 5.2). */
export const security = router({
  lock: disempowering
    .meta({ openapi: { method: 'POST', path: '/users/{userId}/lock', tags, summary: 'Lock an account' } })
    .output(UserOutput)
    .mutation(async ({ ctx, ctx: { em, db, user, others, actor, now, services, trail } }) => {
      const before = user.lockedAt?.toISOString() ?? null
      user.lockBy(actor, now)
      user.assertNotLastAdministrator(others)
      const after = user.lockedAt?.toISOString() ?? null
      trail.record(securityEntry(user, 'locked', { locked_at: [before, after] }))
      await em.flush()
      await endOtherSessions(ctx, em, user.id, null, 'account_locked')
      return {
        toast: toast('Account locked', `${user.name} can no longer sign in.`),
        user: await adminUser(db, services.env, user.id),
      }
    }),

  unlock: administering
    .meta({ openapi: { method: 'POST', path: '/users/{userId}/unlock', tags, summary: 'Unlock an account' } })
    .output(UserOutput)
    .mutation(async ({ ctx: { em, db, user, services, trail } }) => {
      const before = user.lockedAt?.toISOString() ?? null
      user.unlock()
      trail.record(securityEntry(user, 'unlocked', { locked_at: [before, null] }))
      await em.flush()
      return {
        toast: toast('Account unlocked', `${user.name} can sign in again.`),
        user: await adminUser(db, services.env, user.id),
      }
    }),

  setPassword: administering
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/{userId}/set_password',
        tags,
        summary: 'Set a password for a user',
      },
      secret: true,
    })
    .input(SetPasswordInput)
    .output(ToastOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, user, now, services, trail } = ctx
      user.setPassword(await choosePassword(services.env, input.user.password, user), now)
      trail.record(securityEntry(user, 'password_set'))
      if (input.user.revoke_tokens) await revokeTokens(em, trail, user.id, now)
      await tellPasswordChanged(em, user, now)
      await em.flush()
      await endOtherSessions(ctx, em, user.id, null, 'password_changed')
      return { toast: toast('Password set', `${user.name} has a new password; their sessions have ended.`) }
    }),

  sendPasswordReset: administering
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/{userId}/send_password_reset',
        tags,
        summary: 'Mail a user a link to choose a new password',
      },
      secret: true,
    })
    .output(ToastOutput)
    .mutation(({ ctx: { em, user, now, services, trail } }) => {
      if (!services.env.mail.on) {
        throw illegal('user.mail_off', 'Mail is off here. Make a reset link and pass it on instead.')
      }
      const sent = enqueueResetMail(em, services.env, user, now)
      if (sent) trail.record(securityEntry(user, 'password_reset_sent'))
      return { toast: toast('Mail sent', `${user.name} gets a mail with a link.`) }
    }),

  generateResetLink: administering
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/{userId}/generate_reset_link',
        tags,
        summary: 'Make a link with which a user chooses a new password',
      },
      secret: true,
    })
    .output(ResetLinkOutput)
    .mutation(({ ctx: { user, now, services, trail } }) => {
      const link = newResetLink(services.env, user, now)
      if (link === null) {
        throw illegal('user.no_local_password', 'This account signs in with a provider, or is locked.')
      }
      trail.record(securityEntry(user, 'password_reset_link_made'))
      return { toast: toast('Link made', `Pass it on to ${user.name}. It works once.`), reset_url: link }
    }),

  endSessions: administering
    .meta({
      openapi: {
        method: 'DELETE',
        path: '/users/{userId}/sessions',
        tags,
        summary: 'End all sessions of a user',
      },
      status: 204,
    })
    .output(z.void())
    .mutation(async ({ ctx }) => {
      await endOtherSessions(ctx, ctx.em, ctx.user.id, null, 'admin')
      ctx.trail.record(securityEntry(ctx.user, 'sessions_ended'))
    }),
})
