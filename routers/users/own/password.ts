import { z } from 'zod'
import { toAnonymousUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { choosePassword } from '../../../src/auth/passwords/choose.ts'
import { setSignInCookies, toSignInClient } from '../../../src/auth/sessions/sign-in-client.ts'
import { createLocalLoginDisabledError } from '../../../src/auth/sessions/sign-in.ts'
import { requestAccountMail } from '../../../src/outbox/account-requests.ts'
import { anyone, transaction } from '../../../src/procedures/access/builders.ts'
import { auditedLink } from '../../../src/procedures/rejected-link.ts'
import { createToast, ToastOutput, text } from '../../../src/procedures/schemas/shapes.ts'
import { resetPassword, findResetTokenOwner } from '../../../workflows/accounts/reset-password.ts'
import { newPassword, revokeTokensToo, unlinkIdentitiesToo } from '../person.schema.ts'
import { AddressInput, resolveAddress } from './email-input.ts'
import { resetRequest, createInvalidTokenError, probing } from './reset-token.ts'

const tags = ['Session and account']

export const ResetPasswordInput = z.object({
  user: z.object({
    reset_password_token: text(1024).default(''),
    password: newPassword.default(''),
    password_confirmation: newPassword.default(''),
    revoke_tokens: revokeTokensToo,
    unlink_identities: unlinkIdentitiesToo,
  }),
})

export const request = anyone
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/password',
      tags,
      summary: 'Request an email to choose a new password',
    },
    errors: [429],
    secret: true,
  })
  .input(AddressInput)
  .use(async ({ ctx, input, next }) => next({ ctx: { email: await resolveAddress(ctx, input.user.email) } }))
  .use(transaction)
  .output(ToastOutput)
  .mutation(({ ctx }) => {
    requestAccountMail(ctx.em, ctx, 'reset', ctx.email, ctx.now)
    const text = 'If the address belongs to an account, we have emailed a link to it.'
    return { toast: createToast('Reset requested', text) }
  })

export const reset = anyone
  .use(probing)
  .use(auditedLink)
  .meta({
    openapi: {
      method: 'PUT',
      path: '/users/password',
      tags,
      summary: 'Choose a new password with an emailed token',
    },
    errors: [429],
    secret: true,
  })
  .input(ResetPasswordInput)
  .use(async ({ ctx, input: { user: values }, next }) => {
    if (!ctx.services.env.accounts.localLogin) throw createLocalLoginDisabledError()
    const owner = await findResetTokenOwner(resetRequest(ctx.services), values.reset_password_token)
    if (!owner) throw createInvalidTokenError('toast')
    const { password, password_confirmation } = values
    const hash = await choosePassword(ctx.services.env, password, owner, password_confirmation)
    return next({ ctx: { hash } })
  })
  .use(transaction)
  .output(ToastOutput)
  .mutation(async ({ ctx, input: { user: values } }) => {
    const change = {
      token: values.reset_password_token,
      passwordHash: ctx.hash,
      revokeTokens: values.revoke_tokens,
      unlinkIdentities: values.unlink_identities,
    }
    const cookies = await resetPassword(toAnonymousUnitOfWork(ctx), change, toSignInClient(ctx))
    if (!cookies) throw createInvalidTokenError('toast')
    setSignInCookies(ctx.reply, cookies)
    return { toast: createToast('Password changed', 'Your password is changed and you are signed in.') }
  })
