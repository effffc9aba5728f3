import { wrongPassword } from './current-password.ts'
import { anyone, confirming, transaction } from '../../../src/access/builders.ts'
import { choosePassword } from '../../../src/auth/passwords/choose.ts'
import { checkPassword } from '../../../src/auth/passwords/check.ts'
import { endedSessionCookies } from '../../../src/auth/sessions/cookies.ts'
import { assertDispensable, deleteAccount } from '../../../workflows/accounts/delete-account.ts'
import { proveProfileChange } from '../../../src/auth/accounts/profile.ts'
import { digestHex } from '../../../src/auth/secrets.ts'
import { hasLocalCredential, localLoginDisabled } from '../../../src/auth/sessions/sign-in.ts'
import { DomainError } from '../../../src/errors.ts'
import { toast, ToastOutput } from '../../../src/wire/shapes.ts'
import { assertTexts, PERSON } from '../../../src/wire/text-limits.ts'
import { middleware } from '../../../src/trpc.ts'
import {
  DeleteAccountInput,
  ProfileInput,
  ProfileOutput,
  RegisterInput,
  RegisterOutput,
} from './collection.schema.ts'
import { viewIdentity } from '../../auth/identity.schema.ts'
import { publicWorkOf, workOf } from '../../../src/work.ts'
import { answerSignIn, visitOf } from '../../../src/auth/sessions/visit.ts'
import { register as registerPerson } from '../../../workflows/accounts/register.ts'
import { changeProfile } from '../../../workflows/accounts/change-profile.ts'

const tags = ['Session and account']

/** Self-registration, switched on and not overused (rules ). */
const registration = middleware(async ({ ctx, next }) => {
  const { env, limiter } = ctx.services
  if (!env.accounts.localLogin) throw localLoginDisabled()
  if (!env.accounts.registration) {
    throw new DomainError('forbidden', 'registration_disabled', 'Self-registration is switched off here.')
  }
  await limiter.take('registration', ctx.request.address ?? 'unknown', ctx.reply)
  return next()
})

export const register = anyone
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
    const { name, email, slack_user_id: slackUserId = null } = given
    const person = { name, email, slackUserId, passwordHash: ctx.passwordHash }
    const { user, cookies } = await registerPerson(publicWorkOf(ctx), person, visitOf(ctx))
    if (cookies) answerSignIn(ctx.reply, cookies)
    const text = cookies
      ? 'You are signed in.'
      : 'We have sent you a link. Open it to confirm your address, then sign in.'
    return { toast: toast('Welcome', text), user: viewIdentity(user) }
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
    // Whoever changes the address causes a mail to somebody who may know nothing of it.
    if (proven.email !== null)
      await ctx.services.limiter.take('mail_email', digestHex(proven.email), ctx.reply)
    return next({ ctx: { proven } })
  })
  .use(transaction)
  .output(ProfileOutput)
  .mutation(async ({ ctx, input: { user: given } }) => {
    const { user, told, cookies } = await changeProfile(workOf(ctx), {
      name: given.name,
      slackUserId: given.slack_user_id,
      proven: ctx.proven,
      revokeTokens: given.revoke_tokens,
      unlinkIdentities: given.unlink_identities,
    })
    ctx.reply.cookies.push(...cookies)
    return { toast: toast('Profile saved', told), user: viewIdentity(user) }
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
    if (await hasLocalCredential(queries, ctx.actor.id)) {
      const password = input.user?.current_password ?? ''
      const wrong = wrongPassword()
      await checkPassword(ctx, { who: { id: ctx.actor.id }, password, wrong, signIn: false })
    }
    return next()
  })
  .use(transaction)
  .output(ToastOutput)
  .mutation(async ({ ctx }) => {
    await deleteAccount(workOf(ctx), ctx.actor.id)
    ctx.reply.cookies.push(...endedSessionCookies(ctx.services.env))
    return { toast: toast('Account deleted', 'Your account is deleted. Good-bye.') }
  })
