import { toAnonymousUnitOfWork, toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { proveProfileChange } from '../../../src/auth/accounts/prove-profile-change.ts'
import { choosePassword } from '../../../src/auth/passwords/choose.ts'
import { reauthenticate } from '../../../src/auth/reauthenticate.ts'
import { formatEndedSessionCookies } from '../../../src/auth/sessions/cookies.ts'
import { setSignInCookies, toSignInClient } from '../../../src/auth/sessions/sign-in-client.ts'
import { createLocalLoginDisabledError } from '../../../src/auth/sessions/sign-in.ts'
import { DomainError } from '../../../src/errors.ts'
import { digestHex } from '../../../src/lib/secrets.ts'
import { anyone, confirming, transaction } from '../../../src/procedures/access/builders.ts'
import { createToast, ToastOutput } from '../../../src/procedures/schemas/shapes.ts'
import { assertTexts, PERSON } from '../../../src/procedures/schemas/text-limits.ts'
import { middleware } from '../../../src/procedures/trpc.ts'
import { changeProfile } from '../../../workflows/accounts/change-profile.ts'
import { assertDispensable, deleteOwnAccount } from '../../../workflows/accounts/delete-account.ts'
import { register as registerPerson } from '../../../workflows/accounts/register.ts'
import { toIdentity } from '../../auth/identity.schema.ts'
import { DeleteAccountInput, ProfileInput, RegisterInput, RegisterOutput } from './collection.schema.ts'
import { createWrongPasswordError } from './current-password.ts'

const tags = ['Session and account']

/** Requires that self-registration is enabled, and applies its rate limit (rules ). */
const registration = middleware(async ({ ctx, next }) => {
  const { env, limiter } = ctx.services
  if (!env.accounts.localLogin) throw createLocalLoginDisabledError()
  if (!env.accounts.registration) {
    throw new DomainError('forbidden', 'registration_disabled', 'Self-registration is switched off here.')
  }
  await limiter.take('registration', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

export const register = anyone
  .use(registration)
  .meta({
    openapi: { method: 'POST', path: '/users', tags, summary: 'Register an account' },
    status: 201,
    errors: [429],
    secret: true,
  })
  .input(RegisterInput)
  .use(async ({ ctx, input: { user: values }, next }) => {
    const { env, limiter } = ctx.services
    assertTexts(env.limits, values, PERSON)
    if (env.accounts.emailConfirmation) await limiter.take('mail_email', digestHex(values.email), ctx.reply)
    const { password, password_confirmation } = values
    const passwordHash = await choosePassword(env, password, values, password_confirmation)
    return next({ ctx: { passwordHash } })
  })
  .use(transaction)
  .output(RegisterOutput)
  .mutation(async ({ ctx, input: { user: values } }) => {
    const { name, email, slack_user_id: slackUserId = null } = values
    const person = { name, email, slackUserId, passwordHash: ctx.passwordHash }
    const { user, cookies } = await registerPerson(toAnonymousUnitOfWork(ctx), person, toSignInClient(ctx))
    if (cookies) setSignInCookies(ctx.reply, cookies)
    const text = cookies
      ? 'You are signed in.'
      : 'We have emailed you a link. Open it to confirm your address, then sign in.'
    return { toast: createToast('Welcome', text), user: toIdentity(user) }
  })

export const update = confirming.signedIn
  .meta({
    openapi: { method: 'PUT', path: '/users', tags, summary: 'Change your own profile' },
    also: [{ method: 'PATCH', path: '/users' }],
    errors: [423],
    secret: true,
  })
  .input(ProfileInput)
  .use(async ({ ctx, input, next }) => {
    assertTexts(ctx.services.env.limits, input.user, PERSON)
    const proven = await proveProfileChange(ctx, input.user)
    if (proven.email !== null) {
      // A change of address sends email to an address that may belong to another person.
      const { limiter } = ctx.services
      await limiter.take('mail_account', String(ctx.actor.id), ctx.reply)
      await limiter.take('mail_email', digestHex(proven.email), ctx.reply)
    }
    return next({ ctx: { proven } })
  })
  .use(transaction)
  .output(RegisterOutput)
  .mutation(async ({ ctx, input: { user: values } }) => {
    const { user, messages, cookies } = await changeProfile(toUnitOfWork(ctx), {
      name: values.name,
      slackUserId: values.slack_user_id,
      proven: ctx.proven,
      revokeTokens: values.revoke_tokens,
      unlinkIdentities: values.unlink_identities,
    })
    ctx.reply.cookies.push(...cookies)
    return { toast: createToast('Profile saved', messages), user: toIdentity(user) }
  })

export const destroy = confirming.signedIn
  .meta({
    openapi: { method: 'DELETE', path: '/users', tags, summary: 'Delete your own account' },
    errors: [423],
    secret: true,
  })
  .input(DeleteAccountInput)
  .use(async ({ ctx, input, next }) => {
    const queries = ctx.services.database.queries
    await assertDispensable(queries, ctx.actor.id)
    const password = input.user?.current_password ?? undefined
    return next({ ctx: { proof: await reauthenticate(ctx, password, createWrongPasswordError()) } })
  })
  .use(transaction)
  .output(ToastOutput)
  .mutation(async ({ ctx }) => {
    await deleteOwnAccount(toUnitOfWork(ctx), ctx.proof)
    ctx.reply.cookies.push(...formatEndedSessionCookies(ctx.services.env))
    return { toast: createToast('Account deleted', 'Your account was deleted.') }
  })
