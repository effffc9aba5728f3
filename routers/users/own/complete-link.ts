import { z } from 'zod'
import { toAnonymousUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { provePendingLink } from '../../../src/auth/external/linking.ts'
import { setSignInCookies, toSignInClient } from '../../../src/auth/sessions/sign-in-client.ts'
import { anyone, transaction } from '../../../src/procedures/access/builders.ts'
import { text } from '../../../src/procedures/schemas/shapes.ts'
import { linkWaiting } from '../../../workflows/accounts/linked-sign-ins.ts'
import { Identity, toIdentity } from '../../auth/identity.schema.ts'

const tags = ['Session and account']

export const complete = anyone
  .meta({
    openapi: {
      method: 'POST',
      path: '/users/complete_link',
      tags,
      summary: 'Link a waiting external sign-in with your password',
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
    const { account, link } = ctx.proven
    const { user, cookies } = await linkWaiting(
      toAnonymousUnitOfWork(ctx),
      { userId: account.id, link },
      toSignInClient(ctx),
    )
    setSignInCookies(ctx.reply, cookies)
    return toIdentity(user)
  })
