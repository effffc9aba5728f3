import { z } from 'zod'
import { toAnonymousUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { notFoundError } from '../../../src/errors.ts'
import { requestAccountMail } from '../../../src/outbox/account-requests.ts'
import { anyone, transaction } from '../../../src/procedures/access/builders.ts'
import { auditedLink } from '../../../src/procedures/rejected-link.ts'
import { createToast, ToastOutput, requiredText } from '../../../src/procedures/schemas/shapes.ts'
import { middleware } from '../../../src/procedures/trpc.ts'
import { unlockByMail } from '../../../workflows/accounts/unlock-by-mail.ts'
import { AddressInput, resolveAddress } from './email-input.ts'
import { createInvalidLinkError, probing } from './mailed-link.ts'

const tags = ['Session and account']

export const UnlockQuery = z.object({ unlock_token: requiredText(1024) })

/** Requires that the settings allow unlocking by email (rule A-24). */
const requireMailUnlock = middleware(({ ctx, next }) => {
  const { enabled, strategy } = ctx.services.env.lockout
  if (!enabled || strategy === 'time') throw notFoundError()
  return next()
})

export const requestUnlock = anyone
  .use(requireMailUnlock)
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/unlock',
      tags,
      summary: 'Request an email to unlock the account',
    },
    errors: [404, 429],
    secret: true,
  })
  .input(AddressInput)
  .use(async ({ ctx, input, next }) => next({ ctx: { email: await resolveAddress(ctx, input.user.email) } }))
  .use(transaction)
  .output(ToastOutput)
  .mutation(({ ctx }) => {
    requestAccountMail(ctx.em, ctx, 'unlock', ctx.email, ctx.now)
    const text = 'If the address belongs to a locked account, we have emailed a link to it.'
    return { toast: createToast('Unlock requested', text) }
  })

export const unlock = anyone
  .use(requireMailUnlock)
  .use(probing)
  .use(auditedLink)
  .use(transaction)
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/unlock',
      tags,
      summary: 'Unlock an account with its emailed link',
    },
    errors: [404, 429],
  })
  .input(UnlockQuery)
  .output(ToastOutput)
  .query(async ({ ctx, input }) => {
    if (!(await unlockByMail(toAnonymousUnitOfWork(ctx), input.unlock_token))) {
      throw createInvalidLinkError('unlock.invalid_token')
    }
    return { toast: createToast('Account unlocked', 'Your account is unlocked. You can sign in.') }
  })
