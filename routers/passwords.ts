import { LockMode } from '@mikro-orm/core'
import { User } from '../entities/user.ts'
import { anyone, transaction } from '../src/access.ts'
import { securityEntry } from '../src/audit/security-entry.ts'
import { choosePassword } from '../src/auth/choose-password.ts'
import { endOtherSessions } from '../src/auth/end-sessions.ts'
import { noteLifted } from '../src/auth/lifted-lock.ts'
import { openSession } from '../src/auth/open-session.ts'
import { auditedLink } from '../src/auth/refused-link.ts'
import { revokeTokens } from '../src/auth/revoke-tokens.ts'
import { digestHex } from '../src/auth/secrets.ts'
import { localLoginDisabled } from '../src/auth/sign-in.ts'
import type { RequestContext } from '../src/context.ts'
import { DomainError } from '../src/errors.ts'
import { enqueueResetMail, tellPasswordChanged } from '../src/outbox/account-mails.ts'
import { toast } from '../src/shapes.ts'
import { middleware, router } from '../src/trpc.ts'
import { AddressInput, ResetPasswordInput, ResetTokenOutput, ResetTokenQuery } from './account.schema.ts'
import { givenAddress } from './accounts/given-address.ts'
import { ToastOutput } from './tokens.schema.ts'

const tags = ['Session and account']

/** Guessing of reset tokens is limited by address (accounts 6.5). */
const probing = middleware(async ({ ctx, next }) => {
  await ctx.services.limiter.take('reset_probe', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

export const passwords = router({
  request: anyone
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/password',
        tags,
        summary: 'Ask for a mail to choose a new password',
      },
      errors: [429],
      secret: true,
    })
    .input(AddressInput)
    .use(async ({ ctx, input, next }) => next({ ctx: { email: await givenAddress(ctx, input.user.email) } }))
    .use(transaction)
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, email, now, services, trail } }) => {
      const user = await em.findOne(User, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      const sent = user !== null && enqueueResetMail(em, services.env, user, now)
      if (sent) trail.record(securityEntry(user, 'password_reset_sent'))
      const text = 'If the address belongs to an account, a mail with a link is on its way.'
      return { toast: toast('Reset requested', text) }
    }),

  check: anyone
    .use(probing)
    .use(auditedLink)
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/password/edit',
        tags,
        summary: 'Whether a reset token is valid',
      },
      errors: [429],
      tellsValidity: true,
    })
    .input(ResetTokenQuery)
    .output(ResetTokenOutput)
    .query(async ({ ctx, input }) => {
      if (!(await resettable(ctx, input.reset_password_token ?? ''))) throw invalidToken('bare')
      return { valid: true, minimum_password_length: ctx.services.env.passwordPolicy.minLength }
    }),

  reset: anyone
    .use(probing)
    .use(auditedLink)
    .meta({
      openapi: {
        method: 'PUT',
        path: '/users/password',
        tags,
        summary: 'Choose a new password with a mailed token',
      },
      errors: [429],
      secret: true,
    })
    .input(ResetPasswordInput)
    .use(async ({ ctx, input: { user: given }, next }) => {
      if (!ctx.services.env.accounts.localLogin) throw localLoginDisabled()
      const owner = await resettable(ctx, given.reset_password_token)
      if (!owner) throw invalidToken('toast')
      const { password, password_confirmation } = given
      const hash = await choosePassword(ctx.services.env, password, owner, password_confirmation)
      return next({ ctx: { hash } })
    })
    .use(transaction)
    .output(ToastOutput)
    .mutation(async ({ ctx, input: { user: given } }) => {
      const { em, now, trail, services, hash } = ctx
      const user = await em.findOne(
        User,
        { resetPasswordTokenDigest: digestHex(given.reset_password_token) },
        { lockMode: LockMode.PESSIMISTIC_WRITE },
      )
      if (!user?.mayReset(now, services.env.accounts.passwordResetMs)) throw invalidToken('toast')
      noteLifted(trail, user, user.lockedAt, 'password_reset')
      user.resetPassword(hash, now)
      if (given.revoke_tokens) await revokeTokens(em, trail, user.id, now)
      await tellPasswordChanged(em, user, now)
      await em.flush()
      await endOtherSessions(ctx, em, user.id, null, 'password_changed')
      await openSession(ctx, em, trail, user, { method: 'local' })
      trail.record(securityEntry(user, 'password_reset'))
      return { toast: toast('Password changed', 'Your password is changed and you are signed in.') }
    }),
})

/** Whose reset token this is, as long as it may be used. */
async function resettable({ services }: RequestContext, token: string) {
  const row = await services.database.reader
    .selectFrom('users')
    .select(['name', 'email', 'reset_password_sent_at', 'lock_reason'])
    .where('reset_password_token_digest', '=', digestHex(token))
    .executeTakeFirst()
  if (!row) return null
  const state = Object.assign(new User(), {
    resetPasswordTokenDigest: token,
    resetPasswordSentAt: row.reset_password_sent_at && new Date(row.reset_password_sent_at),
    lockReason: row.lock_reason,
  })
  const valid = state.mayReset(services.clock(), services.env.accounts.passwordResetMs)
  return valid ? { name: row.name, email: row.email } : null
}

function invalidToken(dialect: 'bare' | 'toast'): DomainError {
  return new DomainError('invalid', 'password.invalid_token', 'This link is invalid or has expired.', {
    dialect,
    errors: { reset_password_token: ['is invalid or has expired'] },
    ...(dialect === 'bare' ? { members: { valid: false } } : {}),
  })
}
