import { LockMode } from '@mikro-orm/core'
import { User } from '../entities/user.ts'
import { anyone, transaction } from '../src/access.ts'
import { assertEmailFree } from '../src/auth/email-free.ts'
import { auditedLink } from '../src/auth/refused-link.ts'
import { digestHex } from '../src/auth/secrets.ts'
import { endOtherSessions } from '../src/auth/end-sessions.ts'
import { browserSession } from '../src/auth/external/browser.ts'
import { kysely } from '../src/database.ts'
import { DomainError, notFound } from '../src/errors.ts'
import { refreshContacts } from '../src/memberships/contacts.ts'
import { enqueueConfirmationMail, enqueueUnlockMail } from '../src/outbox/account-mails.ts'
import { toast } from '../src/shapes.ts'
import { middleware, router } from '../src/trpc.ts'
import { AddressInput, ConfirmationQuery, UnlockQuery } from './account.schema.ts'
import { givenAddress } from './accounts/given-address.ts'
import { ToastOutput } from './tokens.schema.ts'

const tags = ['Session and account']
const CONFIRMATION_TTL = 3 * 86_400_000
const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/** Unlocking by mail exists only where the settings allow it (accounts 5.1). */
const unlockByMail = middleware(({ ctx, next }) => {
  const { enabled, strategy } = ctx.services.env.lockout
  if (!enabled || strategy === 'time') throw notFound()
  return next()
})

/** Links that are mailed: to confirm an address, and to lift a failure lock. */
export const confirmations = router({
  request: anyone
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/confirmation',
        tags,
        summary: 'Ask for the confirmation mail again',
      },
      errors: [429],
      secret: true,
    })
    .input(AddressInput)
    .use(async ({ ctx, input, next }) => next({ ctx: { email: await givenAddress(ctx, input.user.email) } }))
    .use(transaction)
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, email, now, services } }) => {
      const user = await em.findOne(User, { $or: [{ email }, { unconfirmedEmail: email }] }, LOCK)
      const waiting = user && (!user.confirmedAt || user.unconfirmedEmail)
      if (waiting) enqueueConfirmationMail(em, services.env, user, now)
      const text = 'If the address waits for its confirmation, a mail with a link is on its way.'
      return { toast: toast('Confirmation requested', text) }
    }),

  confirm: anyone
    .use(auditedLink)
    .use(transaction)
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/confirmation',
        tags,
        summary: 'Confirm an address by its mailed link',
      },
    })
    .input(ConfirmationQuery)
    .output(ToastOutput)
    .query(async ({ ctx, input }) => {
      const { em, now } = ctx
      const user = await em.findOne(
        User,
        { confirmationTokenDigest: digestHex(input.confirmation_token) },
        LOCK,
      )
      if (!user) throw invalidLink('confirmation.invalid_token')
      const pending = user.unconfirmedEmail
      if (pending) await assertEmailFree(em, pending, user.id)
      user.confirm(now, CONFIRMATION_TTL)
      await em.flush()
      if (pending) {
        const present = await browserSession(em, ctx)
        const own = present?.userId === user.id ? present.id : null
        await endOtherSessions(ctx, em, user.id, own, 'password_changed')
        await refreshContacts(kysely(em), user.id)
      }
      return { toast: toast('Address confirmed', 'Your address is confirmed. You can sign in.') }
    }),

  requestUnlock: anyone
    .use(unlockByMail)
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/unlock',
        tags,
        summary: 'Ask for a mail to unlock the account',
      },
      errors: [404, 429],
      secret: true,
    })
    .input(AddressInput)
    .use(async ({ ctx, input, next }) => next({ ctx: { email: await givenAddress(ctx, input.user.email) } }))
    .use(transaction)
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, email, now, services } }) => {
      const user = await em.findOne(User, { email }, LOCK)
      if (user?.lockReason === 'failed_attempts') enqueueUnlockMail(em, services.env, user, now)
      const text = 'If the address belongs to a locked account, a mail with a link is on its way.'
      return { toast: toast('Unlock requested', text) }
    }),

  unlock: anyone
    .use(unlockByMail)
    .use(auditedLink)
    .use(transaction)
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/unlock',
        tags,
        summary: 'Unlock an account by its mailed link',
      },
      errors: [404],
    })
    .input(UnlockQuery)
    .output(ToastOutput)
    .query(async ({ ctx: { em, trail }, input }) => {
      const user = await em.findOne(User, { unlockTokenDigest: digestHex(input.unlock_token) }, LOCK)
      if (user?.lockReason !== 'failed_attempts') throw invalidLink('unlock.invalid_token')
      const changes = { locked_at: [user.lockedAt?.toISOString() ?? null, null] }
      user.unlock()
      const about = { auditableType: 'User', auditableId: user.id, affectedUserId: user.id }
      trail.record({ ...about, action: 'unlocked', affectedName: user.name, changes })
      return { toast: toast('Account unlocked', 'Your account is unlocked. You can sign in.') }
    }),
})

function invalidLink(reason: string): DomainError {
  return new DomainError('invalid', reason, 'This link is invalid or has expired.')
}
