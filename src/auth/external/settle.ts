import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core'
import { setTimeout as pause } from 'node:timers/promises'
import { Identity } from '../../../entities/identity.ts'
import type { Session } from '../../../entities/session.ts'
import { User } from '../../../entities/user.ts'
import type { Trail } from '../../audit.ts'
import type { RequestContext } from '../../context.ts'
import type { Em } from '../../database.ts'
import { enqueueNotice } from '../../outbox/account-mails.ts'
import { inTransaction } from '../../transaction.ts'
import { endOtherSessions } from '../end-sessions.ts'
import { nobodyAdministrates } from '../first-administrator.ts'
import { openSession } from '../open-session.ts'
import { originOf } from '../origin.ts'
import { providerTitle } from '../provider-titles.ts'
import { browserSession, browserSessionOrNew, isWaiting, WAIT_MS } from './browser.ts'
import { storableName, type ExternalPerson } from './person.ts'
import { ExternalRefusal, type SignInRefusal } from './refusal.ts'

/** What became of a provider's assertion. */
export type Settled = 'signed_in' | 'linked' | 'link_pending'

const ATTEMPTS = 3

/**
 * Turns a provider's assertion into a sign-in, a new account, a link or a conflict, in one transaction (accounts 3.8).
 * Two first sign-ins at once meet on a unique key: the later one is tried again after a short, growing pause.
 * @throws ExternalRefusal
 */
export async function settle(
  ctx: RequestContext,
  person: ExternalPerson,
  idToken: string | null,
): Promise<Settled> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const outcome = await settleOnce(ctx, person, idToken)
      if (typeof outcome === 'string') return outcome
      throw new ExternalRefusal(outcome.refused)
    } catch (error) {
      if (!(error instanceof UniqueConstraintViolationException) || attempt === ATTEMPTS) throw error
      await pause(attempt * 20 + Math.random() * 20)
    }
  }
}

type Outcome = Settled | { refused: SignInRefusal }

interface Settling {
  ctx: RequestContext
  em: Em
  trail: Trail
  person: ExternalPerson
  idToken: string | null
}

function settleOnce(ctx: RequestContext, person: ExternalPerson, idToken: string | null): Promise<Outcome> {
  return inTransaction(ctx.services.database, originOf(ctx, null), async (em, trail) => {
    const at: Settling = { ctx, em, trail, person, idToken }
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
    return namesake ? meetNamesake(at, namesake) : enter(at, await newAccount(at, person.email), null)
  })
}

const LOCK = { lockMode: LockMode.PESSIMISTIC_WRITE }

/** The person behind an identity, or behind the pair that an older record carries on the user itself. */
function ownerOf({ em, person }: Settling, identity: Identity | null): Promise<User | null> {
  if (identity) return em.findOne(User, { id: identity.userId }, LOCK)
  return em.findOne(User, { provider: person.provider, uid: person.uid }, LOCK)
}

/** Signs the owner in and keeps what the provider said; name and address of the account stay (accounts 3.8, step 1). */
async function enter(at: Settling, user: User, known: Identity | null): Promise<Outcome> {
  const { ctx, em, trail, person, idToken } = at
  const refused = refusalOf(at, user)
  if (refused) return { refused }
  const identity = known ?? addIdentity(em, user, person)
  identity.email = person.email
  identity.lastSignInAt = ctx.services.clock()
  user.provider = person.provider
  user.uid = person.uid
  await em.flush()
  await openSession(ctx, em, trail, user, { method: person.provider, idToken })
  return 'signed_in'
}

/** Why an account lets nobody in at this moment; null when it does (accounts 3.1). */
function refusalOf({ ctx }: Settling, user: User): SignInRefusal | null {
  const { env, clock } = ctx.services
  if (user.lockedFor(clock(), env.lockout)) return 'account_locked'
  return env.accounts.emailConfirmation && !user.confirmedAt ? 'account_unconfirmed' : null
}

function addIdentity(em: Em, user: User, { provider, uid, email }: ExternalPerson): Identity {
  return em.create(Identity, { userId: user.id, provider, uid, email })
}

async function newAccount({ ctx, em, person }: Settling, email: string): Promise<User> {
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

/** An account with the same address: linked only where the settings and the provider allow it (accounts 3.8, step 3). */
async function meetNamesake(at: Settling, user: User): Promise<Outcome> {
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
    name: person.name ?? '',
    expiresAt: new Date(clock().getTime() + WAIT_MS).toISOString(),
  }
  return 'link_pending'
}

/** Enters with a link that nobody asked for: the owner is told, and whoever was signed in before is signed out. */
async function linkByItself(at: Settling, user: User): Promise<Outcome> {
  const { ctx, em, person } = at
  const { env, clock } = ctx.services
  const refused = refusalOf(at, user)
  if (refused) return { refused }
  await endOtherSessions(ctx, em, user.id, null, 'password_changed')
  const title = providerTitle(env, person.provider)
  const text = `Your account was linked to ${title}, because it knows you under the same address.`
  enqueueNotice(em, user.email, 'Sign-in linked', text, clock())
  return enter(at, user, null)
}

/** Adds the identity to whoever is signed in and asked for it. */
async function linkToSignedIn(at: Settling, identity: Identity | null, session: Session): Promise<Outcome> {
  const { ctx, em, person } = at
  const user = await em.findOne(User, { id: Number(session.userId) }, LOCK)
  if (!user) return { refused: 'flow_expired' }
  if (identity && identity.userId !== user.id) return { refused: 'identity_taken' }
  if (!identity) {
    addIdentity(em, user, person)
    const title = providerTitle(ctx.services.env, person.provider)
    const text = `${title} was added as a way to sign in to your account.`
    enqueueNotice(em, user.email, 'Sign-in linked', text, ctx.services.clock())
  }
  await em.flush()
  await endOtherSessions(ctx, em, user.id, session.id, 'password_changed')
  return 'linked'
}
