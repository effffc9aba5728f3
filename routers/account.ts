import { LockMode } from '@mikro-orm/core'
import { User } from '../entities/user.ts'
import { anyone, confirming, transaction } from '../src/access.ts'
import { securityEntry } from '../src/audit/security-entry.ts'
import { choosePassword } from '../src/auth/choose-password.ts'
import { checkPassword } from '../src/auth/check-password.ts'
import { endedSessionCookies } from '../src/auth/cookies.ts'
import { assertDispensable, deleteAccount } from '../src/auth/delete-account.ts'
import { endOtherSessions } from '../src/auth/end-sessions.ts'
import { nobodyAdministrates } from '../src/auth/first-administrator.ts'
import { openSession } from '../src/auth/open-session.ts'
import { proveProfileChange } from '../src/auth/profile.ts'
import { assertEmailFree } from '../src/auth/email-free.ts'
import { revokeTokens } from '../src/auth/revoke-tokens.ts'
import { digestHex, randomToken } from '../src/auth/secrets.ts'
import { hasLocalCredential, localLoginDisabled } from '../src/auth/sign-in.ts'
import { kysely, type Em } from '../src/database.ts'
import { DomainError, notFound } from '../src/errors.ts'
import { lockContacts, refreshContacts } from '../src/memberships/contacts.ts'
import { enqueueConfirmationMail, enqueueNotice, tellPasswordChanged } from '../src/outbox/account-mails.ts'
import { toast } from '../src/shapes.ts'
import { assertTexts, PERSON } from '../src/text-limits.ts'
import { middleware, router } from '../src/trpc.ts'
import {
  DeleteAccountInput,
  ProfileInput,
  ProfileOutput,
  RegisterInput,
  RegisterOutput,
} from './account.schema.ts'
import { viewIdentity } from './sessions.schema.ts'
import { ToastOutput } from './tokens.schema.ts'

const tags = ['Session and account']

/** Self-registration, switched on and not overused (accounts 3.1, 6.5). */
const registration = middleware(async ({ ctx, next }) => {
  const { env, limiter } = ctx.services
  if (!env.accounts.localLogin) throw localLoginDisabled()
  if (!env.accounts.registration) {
    throw new DomainError('forbidden', 'registration_disabled', 'Self-registration is switched off here.')
  }
  await limiter.take('registration', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

export const account = router({
  register: anyone
    .use(registration)
    .meta({
      openapi: { method: 'POST', path: '/users', tags, summary: 'Create an account of your own' },
      status: 201,
      errors: [429],
      secret: true,
    })
    .input(RegisterInput)
    .use(async ({ ctx, input: { user: given }, next }) => {
      assertTexts(ctx.services.env.limits, given, PERSON)
      const { password, password_confirmation } = given
      const passwordHash = await choosePassword(ctx.services.env, password, given, password_confirmation)
      return next({ ctx: { passwordHash } })
    })
    .use(transaction)
    .output(RegisterOutput)
    .mutation(async ({ ctx, input: { user: given } }) => {
      const { em, now, trail, services, passwordHash } = ctx
      const { accounts } = services.env
      await assertEmailFree(em, given.email)
      const user = em.create(User, {
        name: given.name,
        email: given.email,
        slackUserId: given.slack_user_id ?? null,
        passwordHash,
        passwordChangedAt: now,
        confirmedAt: accounts.emailConfirmation ? null : now,
        admin: accounts.firstUserAdmin && (await nobodyAdministrates(em)),
      })
      await em.flush()
      if (accounts.emailConfirmation) enqueueConfirmationMail(em, services.env, user, now)
      else await openSession(ctx, em, trail, user, { method: 'local' })
      const text = accounts.emailConfirmation
        ? 'We have sent you a link. Open it to confirm your address, then sign in.'
        : 'You are signed in.'
      return { toast: toast('Welcome', text), user: viewIdentity(user) }
    }),

  update: confirming.signedIn
    .meta({
      openapi: { method: 'PUT', path: '/users', tags, summary: 'Change your own profile' },
      also: [{ method: 'PATCH', path: '/users' }],
      errors: [423],
      secret: true,
    })
    .input(ProfileInput)
    .use(async ({ ctx, input, next }) => {
      assertTexts(ctx.services.env.limits, input.user, PERSON)
      return next({ ctx: { proven: await proveProfileChange(ctx, input.user) } })
    })
    .use(transaction)
    .output(ProfileOutput)
    .mutation(async ({ ctx, input: { user: given } }) => {
      const { em, now, actor, proven, services, trail } = ctx
      if (given.name !== undefined || proven.email !== null) await lockContacts(kysely(em), actor.id)
      const user = await em.findOne(User, { id: actor.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (!user) throw notFound()
      const before = { name: user.name, email: user.email }
      if (given.name !== undefined) user.name = given.name
      if (given.slack_user_id !== undefined) user.slackUserId = given.slack_user_id
      const messages = ['Your profile is saved.']
      if (proven.email !== null) messages.push(await changeEmail(em, services.env, user, proven.email, now))
      if (proven.passwordHash !== null) {
        user.setPassword(proven.passwordHash, now)
        trail.record(securityEntry(user, 'password_changed'))
        if (given.revoke_tokens) await revokeTokens(em, trail, user.id, now)
        await tellPasswordChanged(em, user, now)
        messages.push('Your password is changed; other sessions have ended.')
      }
      await em.flush()
      if (user.name !== before.name || user.email !== before.email) await refreshContacts(kysely(em), user.id)
      if (proven.passwordHash !== null || user.email !== before.email) {
        await endOtherSessions(ctx, em, user.id, actor.session?.id ?? null, 'password_changed')
      }
      return { toast: toast('Profile saved', messages), user: viewIdentity(user) }
    }),

  destroy: confirming.signedIn
    .meta({
      openapi: { method: 'DELETE', path: '/users', tags, summary: 'Delete your own account' },
      errors: [423],
      secret: true,
    })
    .input(DeleteAccountInput)
    .use(async ({ ctx, input, next }) => {
      await assertDispensable(ctx.services.database.reader, ctx.actor.id)
      if (await hasLocalCredential(ctx, ctx.actor.id)) {
        const wrong = new DomainError(
          'invalid',
          'incorrect_password',
          'The current password is wrong or missing.',
        )
        const password = input.user?.current_password ?? ''
        await checkPassword(ctx, { who: { id: ctx.actor.id }, password, wrong, signIn: false })
      }
      return next()
    })
    .use(transaction)
    .output(ToastOutput)
    .mutation(async ({ ctx: { em, actor, now, reply, services } }) => {
      await deleteAccount(em, actor.id, now)
      reply.cookies.push(...endedSessionCookies(services.env))
      return { toast: toast('Account deleted', 'Your account is deleted. Good-bye.') }
    }),
})

/** Takes a new address at once, or holds it until it is confirmed; the old one is told (accounts 3.1). */
async function changeEmail(
  em: Em,
  env: Parameters<typeof enqueueConfirmationMail>[1],
  user: User,
  email: string,
  now: Date,
): Promise<string> {
  await assertEmailFree(em, email, user.id)
  const fact = `The address of your account is being changed to ${email}.`
  enqueueNotice(em, user.email, 'Email changed', fact, now)
  if (!env.accounts.emailConfirmation) {
    user.changeEmail(email)
    return 'Your address is changed.'
  }
  user.requestEmail(email, digestHex(randomToken()), now)
  enqueueConfirmationMail(em, env, user, now)
  return `We have sent a link to ${email}. The old address stays valid until you open it.`
}
