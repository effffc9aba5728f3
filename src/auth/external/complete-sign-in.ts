import { setTimeout as pause } from 'node:timers/promises'
import { LockMode } from '@mikro-orm/core'
import { Identity } from '../../../entities/identity.ts'
import type { Session } from '../../../entities/session.ts'
import { User } from '../../../entities/user.ts'
import { hasVerifiedEmail } from '../../../entities/verified-email.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import { toKysely, type Em } from '../../database/database.ts'
import { isDuplicate } from '../../database/map-database-error.ts'
import { enqueueSignInNotice } from '../../outbox/account-mails.ts'
import { lockContacts, refreshContacts } from '../access/contacts.ts'
import { hasNoAdministrator } from '../accounts/first-administrator.ts'
import { toOrigin } from '../origin.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { openSession } from '../sessions/open-session.ts'
import { setSignInCookies, toSignInClient } from '../sessions/sign-in-client.ts'
import {
  type BrowserRequest,
  findBrowserSession,
  findOrCreateBrowserSession,
  isUnexpired,
  FLOW_TTL_MS,
} from './browser.ts'
import { dropCredentials } from './drop-credentials.ts'
import { findAssertedName, assertStorableId, toStorableName, type ExternalPerson } from './external-person.ts'
import { findProviderTitle } from './providers.ts'
import { SignInError, type SignInErrorReason } from './sign-in-error.ts'

/** Outcome of an external sign-in. */
export type SignInOutcome = 'signed_in' | 'linked' | 'link_pending'

const ATTEMPTS = 3

/**
 * Completes an external sign-in in one transaction: signs in, creates an account, links, or reports a conflict (rule
 * Retries unique violations of concurrent first sign-ins with growing delay.
 * @throws SignInError
 */
export async function completeSignIn(
  ctx: BrowserRequest,
  person: ExternalPerson,
  idToken: string | null,
): Promise<SignInOutcome> {
  assertStorableId(person)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await attemptSignIn(ctx, person, idToken)
      if (typeof outcome === 'string') return outcome
      throw new SignInError(outcome.problem)
    } catch (error) {
      if (!isDuplicate(error) || attempt === ATTEMPTS) throw error
      await pause(attempt * 20 + Math.random() * 20)
    }
  }
}

type Outcome = SignInOutcome | { problem: SignInErrorReason }

interface SignInContext {
  ctx: BrowserRequest
  em: Em
  auditLog: AuditLog
  person: ExternalPerson
  idToken: string | null
}

function attemptSignIn(
  ctx: BrowserRequest,
  person: ExternalPerson,
  idToken: string | null,
): Promise<Outcome> {
  return runInTransaction(ctx.services.database, toOrigin(ctx, null), async (em, auditLog) => {
    const context: SignInContext = { ctx, em, auditLog, person, idToken }
    const identity = await em.findOne(Identity, { provider: person.provider, uid: person.uid })
    const session = await findBrowserSession(em, ctx)
    const intent = session?.linkIntent
    if (session?.userId && intent?.provider === person.provider && isUnexpired(intent, ctx)) {
      session.linkIntent = null
      if (intent.userId === session.userId) return linkToSignedIn(context, identity, session)
    }
    const owner = await findOwner(context, identity)
    if (owner) return signInExisting(context, owner, identity)
    if (person.email === null) return { problem: 'no_email' }
    const sameEmail = await em.findOne(User, { email: person.email }, LOCK)
    if (!sameEmail) return signInExisting(context, await createAccount(context, person.email), null)
    return isLinkedTo(sameEmail, person)
      ? signInAfterConflict(context, sameEmail)
      : linkAccountWithSameEmail(context, sameEmail)
  })
}

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/**
 * Finds and locks the user of an identity, or of an older record's provider and uid. If the name changes, locks the
 * projects that show it first.
 */
async function findOwner({ em, person }: SignInContext, identity: Identity | null): Promise<User | null> {
  const condition = identity ? { id: identity.userId } : { provider: person.provider, uid: person.uid }
  const owner = await em.findOne(User, condition)
  if (!owner) return null
  const name = findAssertedName(person)
  if (name !== null && name !== owner.name) await lockContacts(toKysely(em), owner.id)
  return em.findOne(User, condition, { ...LOCK, refresh: true })
}

function isLinkedTo(user: User, person: ExternalPerson): boolean {
  return user.provider === person.provider && user.uid === person.uid
}

/** Signs in to an account that a concurrent sign-in of the same person created or linked (rule A-48). */
async function signInAfterConflict(context: SignInContext, user: User): Promise<Outcome> {
  const { provider, uid } = context.person
  return signInExisting(context, user, await context.em.findOne(Identity, { provider, uid }))
}

/** Signs the owner in. Updates the name from the provider, but not the account's address (rule A-48). */
async function signInExisting(
  context: SignInContext,
  user: User,
  knownIdentity: Identity | null,
): Promise<Outcome> {
  const { ctx, em, auditLog, person, idToken } = context
  const problem = findSignInProblem(context, user)
  if (problem) return { problem }
  const identity = knownIdentity ?? addIdentity(em, user, person)
  identity.email = person.email
  identity.lastSignInAt = ctx.services.clock()
  user.provider = person.provider
  user.uid = person.uid
  markEmailVerified(context, user)
  await updateName(context, user)
  const work = { em, auditLog, env: ctx.services.env, now: ctx.services.clock() }
  const method = { method: person.provider, idToken }
  setSignInCookies(ctx.reply, await openSession(work, user, toSignInClient(ctx), method))
  return 'signed_in'
}

/** Marks the account's address as verified if the provider verified it (rule A-91). */
function markEmailVerified({ ctx, person }: SignInContext, user: User): void {
  if (person.emailVerified && person.email === user.email) user.verifyEmail(ctx.services.clock())
}

/** Updates the user's name from the provider, everywhere it is shown. */
async function updateName({ em, person }: SignInContext, user: User): Promise<void> {
  const name = findAssertedName(person) ?? user.name
  const changed = name !== user.name
  user.name = name
  await em.flush()
  if (changed) await refreshContacts(toKysely(em), user.id)
}

/** The reason why the account cannot sign in; null if it can (rule A-13). */
function findSignInProblem({ ctx }: SignInContext, user: User): SignInErrorReason | null {
  const { env, clock } = ctx.services
  if (user.findLockReason(clock(), env.lockout)) return 'account_locked'
  return env.accounts.emailConfirmation && !user.confirmedAt ? 'account_unconfirmed' : null
}

function addIdentity(em: Em, user: User, { provider, uid, email }: ExternalPerson): Identity {
  return em.create(Identity, { userId: user.id, provider, uid, email })
}

async function createAccount({ ctx, em, person }: SignInContext, email: string): Promise<User> {
  const { env, clock } = ctx.services
  const user = em.create(User, {
    name: toStorableName(person, findProviderTitle(env, person.provider)),
    email,
    passwordAutomaticallySet: true,
    provider: person.provider,
    uid: person.uid,
    confirmedAt: clock(),
    emailVerifiedAt: person.emailVerified ? clock() : null,
    admin: env.accounts.firstUserAdmin && (await hasNoAdministrator(em)),
  })
  await em.flush()
  return user
}

/** Links an account with the same address, if the settings and the provider allow it (rule A-49). */
async function linkAccountWithSameEmail(context: SignInContext, user: User): Promise<Outcome> {
  const { ctx, em, person } = context
  const { env, clock } = ctx.services
  if (user.provider === person.provider) return { problem: 'account_conflict' }
  if (user.hasLocalCredential() && env.accounts.autoLinkUser && person.emailVerified) {
    return linkAutomatically(context, user)
  }
  const session = await findOrCreateBrowserSession(em, ctx)
  session.pendingLink = {
    provider: person.provider,
    uid: person.uid,
    email: user.email,
    name: findAssertedName(person) ?? '',
    expiresAt: new Date(clock().getTime() + FLOW_TTL_MS).toISOString(),
  }
  return 'link_pending'
}

/**
 * Links an account automatically: ends its sessions and sends a mail. If its address was never verified, removes all
 * credentials first, because an attacker may have created it (rule A-91).
 */
async function linkAutomatically(context: SignInContext, user: User): Promise<Outcome> {
  const { ctx, em, auditLog, person } = context
  const { env, clock } = ctx.services
  const problem = findSignInProblem(context, user)
  if (problem) return { problem }
  const now = clock()
  const verified = hasVerifiedEmail(user)
  if (!verified) await dropCredentials({ em, auditLog, now }, user)
  await endOtherSessions({ em, env, now }, user.id, null, 'password_changed')
  const title = findProviderTitle(env, person.provider)
  const dropped = verified ? '' : ' The password, access tokens and sign-ins that it had no longer work.'
  const text = `Your account was linked to ${title}, because both use this email address.${dropped}`
  enqueueSignInNotice(em, user.email, 'Sign-in linked', text, now)
  return signInExisting(context, user, null)
}

/** Links the identity to the signed-in user who requested it. */
async function linkToSignedIn(
  context: SignInContext,
  identity: Identity | null,
  session: Session,
): Promise<Outcome> {
  const { ctx, em, person } = context
  const user = await em.findOne(User, { id: Number(session.userId) }, LOCK)
  if (!user) return { problem: 'flow_expired' }
  if (identity && identity.userId !== user.id) return { problem: 'identity_taken' }
  if (!identity) {
    addIdentity(em, user, person)
    const title = findProviderTitle(ctx.services.env, person.provider)
    const text = `${title} was added as a way to sign in to your account.`
    enqueueSignInNotice(em, user.email, 'Sign-in linked', text, ctx.services.clock())
  }
  markEmailVerified(context, user)
  await em.flush()
  const { env, clock } = ctx.services
  const work = { em, env, now: clock() }
  ctx.reply.cookies.push(...(await endOtherSessions(work, user.id, session.id, 'password_changed')))
  return 'linked'
}
