import { Session } from '../entities/session.ts'
import { anyone, confirming, reading, transaction } from '../src/access.ts'
import { endedSessionCookies } from '../src/auth/cookies.ts'
import { logoutAtProvider } from '../src/auth/external/logout.ts'
import { end, forgetRemembered } from '../src/auth/session.ts'
import { signIn } from '../src/auth/sign-in.ts'
import { mergeRouters, router } from '../src/trpc.ts'
import { own } from './sessions/own.ts'
import { Identity, LoginInput, LogoutOutput, normalEmail, viewIdentity } from './sessions.schema.ts'

const tags = ['Session and account']

const identity = router({
  login: anyone
    .meta({
      openapi: { method: 'POST', path: '/api/auth/login', tags, summary: 'Sign in with email and password' },
      errors: [401, 423, 429],
      secret: true,
    })
    .input(LoginInput)
    .output(Identity)
    .mutation(async ({ ctx, input }) => {
      const { email, password, remember_me: remember } = input
      const given = { email: normalEmail(email ?? ''), password: password ?? '', remember }
      return viewIdentity(await signIn(ctx, given))
    }),

  logout: confirming.signedIn
    .meta({
      openapi: { method: 'DELETE', path: '/api/auth/logout', tags, summary: 'Sign out' },
      secret: true,
    })
    .use(async ({ ctx, next }) => next({ ctx: { atProvider: await logoutAtProvider(ctx) } }))
    .use(transaction)
    .output(LogoutOutput)
    .mutation(async ({ ctx: { em, actor, now, reply, services, trail, atProvider } }) => {
      if (!actor.session) return { message: 'There is no session to end; the token stays valid.' }
      const session = await em.findOne(Session, { id: actor.session.id })
      if (session) end(session, 'logout', now)
      await forgetRemembered(em, actor.id)
      reply.cookies.push(...endedSessionCookies(services.env))
      const about = { auditableType: 'User', auditableId: actor.id, affectedUserId: actor.id }
      trail.record({ ...about, action: 'sign_out', affectedName: actor.name })
      return { message: 'You are signed out.', ...(atProvider === null ? {} : { redirect_url: atProvider }) }
    }),

  me: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/api/auth/me', tags, summary: 'Who is signed in' } })
    .output(Identity)
    .query(({ ctx }) => viewIdentity(ctx.actor)),

  edit: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/users/edit',
        tags,
        summary: 'Who is signed in, for the profile page',
      },
    })
    .output(Identity)
    .query(({ ctx }) => viewIdentity(ctx.actor)),
})

export const sessions = mergeRouters(identity, own)
