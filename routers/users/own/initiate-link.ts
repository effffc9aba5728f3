import { z } from 'zod'
import { assertProvider, startLink } from '../../../src/auth/external/linking.ts'
import { reauthenticate } from '../../../src/auth/reauthenticate.ts'
import { confirming } from '../../../src/procedures/access/builders.ts'
import { requiredText, text } from '../../../src/procedures/schemas/shapes.ts'
import { PROOF, createWrongPasswordError } from './current-password.ts'

const tags = ['Session and account']

export const initiateLink = confirming.session
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/initiate_link',
      tags,
      summary: 'Start linking a provider to your account',
    },
    errors: [423],
    secret: true,
  })
  .input(
    z.object({
      provider: requiredText(100),
      current_password: text(1024).nullish().meta({ description: PROOF }),
    }),
  )
  .use(async ({ ctx, input, next }) => {
    assertProvider(ctx.services.env, input.provider)
    await reauthenticate(ctx, input.current_password ?? '', createWrongPasswordError())
    return next()
  })
  .output(z.object({ redirect_url: z.string() }))
  .mutation(async ({ ctx, input }) => ({ redirect_url: await startLink(ctx, input.provider) }))
