import { LockMode } from '@mikro-orm/core'
import { z } from 'zod'
import { User } from '../entities/user.ts'
import { anyone, confirming, transaction } from '../src/access.ts'
import { endOtherSessions } from '../src/auth/end-sessions.ts'
import {
  completeLink,
  ownIdentity,
  provePendingLink,
  startLink,
  unlink,
} from '../src/auth/external/linking.ts'
import { originOf } from '../src/auth/origin.ts'
import { openSession } from '../src/auth/open-session.ts'
import { reauthenticate } from '../src/auth/sign-in.ts'
import { accountLocked } from '../src/auth/check-password.ts'
import { DomainError, invalid, notFound } from '../src/errors.ts'
import { bodyId, requiredText, text, toast } from '../src/shapes.ts'
import { inTransaction } from '../src/transaction.ts'
import { router } from '../src/trpc.ts'
import { Identity, viewIdentity } from './sessions.schema.ts'
import { ToastOutput } from './tokens.schema.ts'

const tags = ['Session and account']

/** Linking and unlinking external sign-ins (accounts 3.8). */
export const identities = router({
  initiateLink: confirming.session
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/initiate_link',
        tags,
        summary: 'Start adding a provider to your account',
      },
      secret: true,
    })
    .input(z.object({ provider: requiredText(100) }))
    .output(z.object({ redirect_url: z.string() }))
    .mutation(async ({ ctx, input }) => ({ redirect_url: await startLink(ctx, input.provider) })),

  completeLink: anyone
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/complete_link',
        tags,
        summary: 'Prove with your password that a waiting external sign-in is yours',
      },
      errors: [423, 429],
      secret: true,
    })
    .input(z.object({ current_password: text(1024).default('') }))
    .use(async ({ ctx, input, next }) =>
      next({ ctx: { proven: await provePendingLink(ctx, input.current_password) } }),
    )
    .use(transaction)
    .output(Identity)
    .mutation(async ({ ctx }) => {
      const { em, trail, now, services, proven } = ctx
      const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
      const user = await em.findOne(User, { id: proven.account.id }, lock)
      if (!user) throw notFound()
      if (user.lockedFor(now, services.env.lockout)) throw accountLocked(ctx, false)
      await completeLink(ctx, em, user, proven.link, now)
      await em.flush()
      await endOtherSessions(ctx, em, user.id, null, 'password_changed')
      await openSession(ctx, em, trail, user, { method: 'local' })
      return viewIdentity(user)
    }),

  unlink: confirming.session
    .meta({
      openapi: {
        method: 'POST',
        path: '/users/unlink_identity',
        tags,
        summary: 'Remove a provider from your account',
      },
      errors: [404, 423],
      secret: true,
    })
    .input(
      z.object({
        identity_id: bodyId.optional(),
        provider: text(100).optional(),
        current_password: text(1024).default(''),
      }),
    )
    .use(async ({ ctx, input, next }) => {
      const wanted = { id: input.identity_id, provider: input.provider }
      if (wanted.id === undefined && wanted.provider === undefined)
        throw invalid('validation', 'identity_id', 'is required')
      await inTransaction(ctx.services.database, originOf(ctx, ctx.actor), (em) =>
        ownIdentity(em, ctx.actor.id, wanted),
      )
      const wrong = new DomainError(
        'invalid',
        'incorrect_password',
        'The current password is wrong or missing.',
      )
      await reauthenticate(ctx, input.current_password, wrong)
      return next()
    })
    .use(transaction)
    .output(ToastOutput)
    .mutation(async ({ ctx, input }) => {
      const { em, actor, now, services } = ctx
      const user = await em.findOne(User, { id: actor.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!user) throw notFound()
      const identity = await ownIdentity(em, user.id, { id: input.identity_id, provider: input.provider })
      await unlink(em, services.env, user, identity, now)
      await em.flush()
      await endOtherSessions(ctx, em, user.id, actor.session?.id ?? null, 'password_changed')
      return { toast: toast('Sign-in removed', `You can no longer sign in with ${identity.provider}.`) }
    }),
})
