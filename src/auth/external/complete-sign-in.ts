import { LockMode } from '@mikro-orm/core'
import { setTimeout as pause } from 'node:timers/promises'
import { isDuplicate } from '../../database/refusal.ts'
import { Identity } from '../../../entities/identity.ts'
import type { Session } from '../../../entities/session.ts'
import { User } from '../../../entities/user.ts'
import type { Trail } from '../../audit/trail.ts'
import type { RequestContext } from '../../request.ts'
import type { Em } from '../../database.ts'
import { enqueueSignInNotice } from '../../outbox/account-mails.ts'
import { inTransaction } from '../../transaction.ts'
import { endOtherSessions } from '../sessions/end-sessions.ts'
import { nobodyAdministrates } from '../accounts/first-administrator.ts'
import { openSession } from '../sessions/open-session.ts'
import { answerSignIn, visitOf } from '../sessions/visit.ts'
import { originOf } from '../origin.ts'
import { providerTitle } from './provider-titles.ts'
import { browserSession, browserSessionOrNew, isWaiting, WAIT_MS } from './browser.ts'
import { assertStorableId, LONGEST_NAME, storableName, type ExternalPerson } from './person.ts'
import { ExternalRefusal, type SignInRefusal } from './refusal.ts'

/** What became of a provider's assertion. */
export type SignInOutcome = 'signed_in' | 'linked' | 'link_pending'

const ATTEMPTS = 3

/**
 * Turns a provider's assertion into a sign-in, a new account, a link or a conflict, in one transaction (rule A-48).
 * Two first sign-ins at once meet on a unique key: the later one is tried again after a short, growing pause.
 * @throws ExternalRefusal
 */
export async function completeSignIn(
  ctx: RequestContext,
  person: ExternalPerson,
  idToken: string | null,
): Promise<SignInOutcome> {
  assertStorableId(person)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await completeOnce(ctx, person, idToken)
      if (typeof outcome === 'string') return outcome
      throw new ExternalRefusal(outcome.refused)
    } catch (error) {
      if (!isDuplicate(error) || attempt === ATTEMPTS) throw error
      await pause(attempt * 20 + Math.random() * 20)
    }
  }
}

type Outcome = SignInOutcome | { refused: SignInRefusal }

interface Completing {
  ctx: RequestContext
  em: Em
  trail: Trail
  person: ExternalPerson
  idToken: string | null
}

function completeOnce(ctx: RequestContext, person: ExternalPerson, idToken: string | null): Promise<Outcome> {
  return inTransaction(ctx.services.database, originOf(ctx, null), async (em, trail) => {
    const at: Completing = { ctx, em, trail, person, idToken }
    const identity = await em.findOne(Identity, { provider: person.provider, uid: person.uid })
    const session = await browserSession(em, ctx)
    const intent = session?.linkIntent
    if (session?.userId && intent?.provider === person.provider && isWaiting(intent, ctx)) {
      session.linkIntent = null
      if (intent.userId === session.userId) return linkToSignedIn(at, identity, session)
    }
    const owner = await ownerOf(at, identity)
    if (owner) return enter(at, owner, identity)
    if (person.email === null) return { refused: 'no_email' }
    const namesake = await em.findOne(User, { email: person.email }, LOCK)
    if (!namesake) return enter(at, await newAccount(at, person.email), null)
    return isOf(namesake, person) ? enterAfterTwin(at, namesake) : meetNamesake(at, namesake)
  })
}

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/** The person behind an identity, or behind the pair that an older record carries on the user itself. */
function ownerOf({ em, person }: Completing, identity: Identity | null): Promise<User | null> {
  if (identity) return em.findOne(User, { id: identity.userId }, LOCK)
  return em.findOne(User, { provider: person.provider, uid: person.uid }, LOCK)
}

function isOf(user: User, person: ExternalPerson): boolean {
  return user.provider === person.provider && user.uid === person.uid
}

/** Enters an account that another sign-in of the same person made or linked between the two look-ups (rule A-48). */
async function enterAfterTwin(at: Completing, user: User): Promise<Outcome> {
  const { provider, uid } = at.person
  return enter(at, user, await at.em.findOne(Identity, { provider, uid }))
}

/** Signs the owner in and keeps what the provider said; name and address of the account stay (rule A-48). */
async function enter(at: Completing, user: User, known: Identity | null): Promise<Outcome> {
  const { ctx, em, trail, person, idToken } = at
  const refused = refusalOf(at, user)
  if (refused) return { refused }
  const identity = known ?? addIdentity(em, user, person)
  identity.email = person.email
  identity.lastSignInAt = ctx.services.clock()
  user.provider = person.provider
  user.uid = person.uid
  await em.flush()
  const work = { em, trail, env: ctx.services.env, now: ctx.services.clock() }
  const method = { method: person.provider, idToken }
  answerSignIn(ctx.reply, await openSession(work, user, visitOf(ctx), method))
  return 'signed_in'
}

/** Why an account lets nobody in at this moment; null when it does (rule A-13). */
function refusalOf({ ctx }: Completing, user: User): SignInRefusal | null {
  const { env, clock } = ctx.services
  if (user.lockedFor(clock(), env.lockout)) return 'account_locked'
  return env.accounts.emailConfirmation && !user.confirmedAt ? 'account_unconfirmed' : null
}

function addIdentity(em: Em, user: User, { provider, uid, email }: ExternalPerson): Identity {
  return em.create(Identity, { userId: user.id, provider, uid, email })
}

async function newAccount({ ctx, em, person }: Completing, email: string): Promise<User> {
  const { env, clock } = ctx.services
  const user = em.create(User, {
    name: storableName(person, providerTitle(env, person.provider)),
    email,
    passwordAutomaticallySet: true,
    provider: person.provider,
    uid: person.uid,
    confirmedAt: clock(),
    admin: env.accounts.firstUserAdmin && (await nobodyAdministrates(em)),
  })
  await em.flush()
  return user
}

/** An account with the same address: linked only where the settings and the provider allow it (rule A-49). */
async function meetNamesake(at: Completing, user: User): Promise<Outcome> {
  const { ctx, em, person } = at
  const { env, clock } = ctx.services
  if (user.provider === person.provider) return { refused: 'account_conflict' }
  if (user.hasLocalCredential() && env.accounts.autoLinkUser && person.emailVerified) {
    return linkByItself(at, user)
  }
  const session = await browserSessionOrNew(em, ctx)
  session.pendingLink = {
    provider: person.provider,
    uid: person.uid,
    email: user.email,
    name: (person.name ?? '').slice(0, LONGEST_NAME),
    expiresAt: new Date(clock().getTime() + WAIT_MS).toISOString(),
  }
  return 'link_pending'
}

/** Enters with a link that nobody asked for: the owner is told, and whoever was signed in before is signed out. */
async function linkByItself(at: Completing, user: User): Promise<Outcome> {
  const { ctx, em, person } = at
  const { env, clock } = ctx.services
  const refused = refusalOf(at, user)
  if (refused) return { refused }
  await endOtherSessions({ em, env, now: clock() }, user.id, null, 'password_changed')
  const title = providerTitle(env, person.provider)
  const text = `Your account was linked to ${title}, because it knows you under the same address.`
  enqueueSignInNotice(em, user.email, 'Sign-in linked', text, clock())
  return enter(at, user, null)
}

/** Adds the identity to whoever is signed in and asked for it. */
async function linkToSignedIn(at: Completing, identity: Identity | null, session: Session): Promise<Outcome> {
  const { ctx, em, person } = at
  const user = await em.findOne(User, { id: Number(session.userId) }, LOCK)
  if (!user) return { refused: 'flow_expired' }
  if (identity && identity.userId !== user.id) return { refused: 'identity_taken' }
  if (!identity) {
    addIdentity(em, user, person)
    const title = providerTitle(ctx.services.env, person.provider)
    const text = `${title} was added as a way to sign in to your account.`
    enqueueSignInNotice(em, user.email, 'Sign-in linked', text, ctx.services.clock())
  }
  await em.flush()
  const { env, clock } = ctx.services
  const work = { em, env, now: clock() }
  ctx.reply.cookies.push(...(await endOtherSessions(work, user.id, session.id, 'password_changed')))
  return 'linked'
}
