import { z } from 'zod'
import { runInTransaction } from '../../../src/audit/transaction.ts'
import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { lockOwnIdentity } from '../../../src/auth/external/linking.ts'
import { toOrigin } from '../../../src/auth/origin.ts'
import { reauthenticate } from '../../../src/auth/reauthenticate.ts'
import { validationError } from '../../../src/errors.ts'
import { confirming, transaction } from '../../../src/procedures/access/builders.ts'
import { lookupId, text, createToast, ToastOutput } from '../../../src/procedures/schemas/shapes.ts'
import { removeSignIn } from '../../../workflows/accounts/linked-sign-ins.ts'
import { PROOF, createWrongPasswordError } from './current-password.ts'

const tags = ['Session and account']

export const unlinkIdentity = confirming.session
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
      identity_id: lookupId.optional(),
      provider: text(100).optional(),
      current_password: text(1024).default('').meta({ description: PROOF }),
    }),
  )
  .use(async ({ ctx, input, next }) => {
    const selector = { id: input.identity_id, provider: input.provider }
    if (selector.id === undefined && selector.provider === undefined) {
      throw validationError('validation', 'identity_id', 'is required')
    }
    await runInTransaction(ctx.services.database, toOrigin(ctx, ctx.actor), (em) =>
      lockOwnIdentity(em, ctx.actor.id, selector),
    )
    const proof = await reauthenticate(ctx, input.current_password, createWrongPasswordError())
    return next({ ctx: { proof } })
  })
  .use(transaction)
  .output(ToastOutput)
  .mutation(async ({ ctx, input }) => {
    const selector = { id: input.identity_id, provider: input.provider }
    const { identity, cookies } = await removeSignIn(toUnitOfWork(ctx), selector, ctx.proof)
    ctx.reply.cookies.push(...cookies)
    return { toast: createToast('Sign-in removed', `You can no longer sign in with ${identity.provider}.`) }
  })
