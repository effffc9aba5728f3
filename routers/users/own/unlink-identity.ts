import { PROOF, wrongPassword } from './current-password.ts'
import { z } from 'zod'
import { confirming, transaction } from '../../../src/access/builders.ts'
import { ownIdentity } from '../../../src/auth/external/linking.ts'
import { originOf } from '../../../src/auth/origin.ts'
import { reauthenticate } from '../../../src/auth/sessions/sign-in.ts'
import { invalid } from '../../../src/errors.ts'
import { bodyId, text, toast, ToastOutput } from '../../../src/wire/shapes.ts'
import { inTransaction } from '../../../src/transaction.ts'
import { workOf } from '../../../src/work.ts'
import { removeSignIn } from '../../../workflows/accounts/linked-sign-ins.ts'

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
      identity_id: bodyId.optional(),
      provider: text(100).optional(),
      current_password: text(1024).default('').meta({ description: PROOF }),
    }),
  )
  .use(async ({ ctx, input, next }) => {
    const wanted = { id: input.identity_id, provider: input.provider }
    if (wanted.id === undefined && wanted.provider === undefined)
      throw invalid('validation', 'identity_id', 'is required')
    await inTransaction(ctx.services.database, originOf(ctx, ctx.actor), (em) =>
      ownIdentity(em, ctx.actor.id, wanted),
    )
    await reauthenticate(ctx, input.current_password, wrongPassword())
    return next()
  })
  .use(transaction)
  .output(ToastOutput)
  .mutation(async ({ ctx, input }) => {
    const wanted = { id: input.identity_id, provider: input.provider }
    const { identity, cookies } = await removeSignIn(workOf(ctx), wanted)
    ctx.reply.cookies.push(...cookies)
    return { toast: toast('Sign-in removed', `You can no longer sign in with ${identity.provider}.`) }
  })
