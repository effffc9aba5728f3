import { z } from 'zod'
import { toAnonymousUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { toSignInClient } from '../../../src/auth/sessions/sign-in-client.ts'
import { requestAccountMail } from '../../../src/outbox/account-requests.ts'
import { anyone, transaction } from '../../../src/procedures/access/builders.ts'
import { auditedLink } from '../../../src/procedures/rejected-link.ts'
import { createToast, ToastOutput, requiredText } from '../../../src/procedures/schemas/shapes.ts'
import { confirmAddress } from '../../../workflows/accounts/confirm-address.ts'
import { AddressInput, resolveAddress } from './email-input.ts'
import { createInvalidLinkError, probing } from './mailed-link.ts'

const tags = ['Session and account']

export const ConfirmationQuery = z.object({ confirmation_token: requiredText(1024) })

export const request = anyone
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/confirmation',
      tags,
      summary: 'Request the confirmation email again',
    },
    errors: [429],
    secret: true,
  })
  .input(AddressInput)
  .use(async ({ ctx, input, next }) => next({ ctx: { email: await resolveAddress(ctx, input.user.email) } }))
  .use(transaction)
  .output(ToastOutput)
  .mutation(({ ctx }) => {
    requestAccountMail(ctx.em, ctx, 'confirmation', ctx.email, ctx.now)
    const text = 'If the address still needs to be confirmed, we have emailed a link to it.'
    return { toast: createToast('Confirmation requested', text) }
  })

export const confirm = anyone
  .use(probing)
  .use(auditedLink)
  .use(transaction)
  .meta({
    openapi: {
      method: 'GET',
      path: '/users/confirmation',
      tags,
      summary: 'Confirm an address with its emailed link',
    },
    errors: [429],
    secret: true,
  })
  .input(ConfirmationQuery)
  .output(ToastOutput)
  .query(async ({ ctx, input }) => {
    const cookies = await confirmAddress(
      toAnonymousUnitOfWork(ctx),
      input.confirmation_token,
      toSignInClient(ctx),
    )
    if (!cookies) throw createInvalidLinkError('confirmation.invalid_token')
    ctx.reply.cookies.push(...cookies)
    return { toast: createToast('Address confirmed', 'Your address is confirmed. You can sign in.') }
  })
