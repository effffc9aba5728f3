import { z } from 'zod'
import { toUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { createProviderLogout } from '../../src/auth/external/logout.ts'
import { formatEndedSessionCookies } from '../../src/auth/sessions/cookies.ts'
import { confirming, transaction } from '../../src/procedures/access/builders.ts'
import { signOut } from '../../workflows/accounts/sign-out.ts'

const tags = ['Session and account']

export const LogoutOutput = z.object({
  message: z.string(),
  redirect_url: z
    .string()
    .optional()
    .meta({ description: "Where a browser ends the provider's session too." }),
})

export const logout = confirming.signedIn
  .meta({
    openapi: { method: 'DELETE', path: '/api/auth/logout', tags, summary: 'Sign out' },
    secret: true,
  })
  .use(async ({ ctx, next }) => next({ ctx: { atProvider: await createProviderLogout(ctx) } }))
  .use(transaction)
  .output(LogoutOutput)
  .mutation(async ({ ctx, ctx: { reply, services, atProvider } }) => {
    if (!(await signOut(toUnitOfWork(ctx)))) {
      return { message: 'There is no session to end; the token stays valid.' }
    }
    reply.cookies.push(...formatEndedSessionCookies(services.env))
    return { message: 'You are signed out.', ...(atProvider === null ? {} : { redirect_url: atProvider }) }
  })
