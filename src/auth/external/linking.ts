import { LockMode } from '@mikro-orm/core'
import { Identity } from '../../../entities/identity.ts'
import type { PendingLink } from '../../../entities/session.ts'
import type { User } from '../../../entities/user.ts'
import type { Actor } from '../../audit/actor.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import type { UnitOfWork } from '../../audit/unit-of-work.ts'
import { getBaseUrl } from '../../config/base-url.ts'
import type { Env } from '../../config/env.ts'
import type { Em } from '../../database/database.ts'
import { DomainError, stateError, validationError, notFoundError } from '../../errors.ts'
import { createRandomToken } from '../../lib/secrets.ts'
import { enqueueSignInNotice } from '../../outbox/account-mails.ts'
import { toOrigin } from '../origin.ts'
import { checkPassword, type Account, type PasswordAttempt } from '../passwords/check.ts'
import type { SignInClient } from '../sessions/sign-in-client.ts'
import {
  type BrowserRequest,
  findBrowserSession,
  isUnexpired,
  findSessionBySecret,
  FLOW_TTL_MS,
} from './browser.ts'
import { startGithub } from './github.ts'
import { startOidc } from './oidc.ts'
import { listProviders, findProviderTitle } from './providers.ts'
import { SignInError } from './sign-in-error.ts'

/** Throws 422 for an unknown provider. */
export function assertProvider(env: Env, name: string): void {
  if (listProviders(env).some((provider) => provider.name === name)) return
  throw validationError('identity.unknown_provider', 'provider', 'names no way to sign in here')
}

/**
 * Stores a link intent in the session, bound to user and provider for ten minutes, and returns the URL for the browser
 * (rule A-51). The caller is already proven. Call it outside transactions.
 * @throws 422 if the provider is already linked
 */
export async function startLink(ctx: BrowserRequest & { actor: Actor }, name: string): Promise<string> {
  const { env, database, clock } = ctx.services
  await runInTransaction(database, toOrigin(ctx, ctx.actor), async (em) => {
    if ((await em.count(Identity, { userId: ctx.actor.id, provider: name })) > 0) {
      throw stateError('identity.linked', 'This sign-in is already linked.')
    }
    const session = await findBrowserSession(em, ctx)
    if (!session) throw notFoundError()
    const expiresAt = new Date(clock().getTime() + FLOW_TTL_MS).toISOString()
    session.linkIntent = { provider: name, userId: ctx.actor.id, nonce: createRandomToken(), expiresAt }
  })
  if (name === 'github' && env.github) return (await startGithub(ctx, env.github, { linking: true })).href
  const oidc = env.oidc.find(({ key }) => key === name)
  if (!oidc) return `${getBaseUrl(env)}/users/auth/${name}`
  return (await callProvider(() => startOidc(ctx, oidc, true))).href
}

async function callProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignInError)) throw error
    throw new DomainError(
      'unavailable',
      'service_unavailable',
      'The provider is not responding. Please try again.',
      {
        retryAfter: 30,
      },
    )
  }
}

const createNoPendingLinkError = () =>
  stateError('identity.no_pending_link', 'No sign-in is waiting to be linked. Please start again.')

/**
 * Proves the account of a pending link by its password; a lockout drops the link. Call it outside transactions.
 * @throws 422 without a pending link, for a wrong password or an unconfirmed account, 423, 429
 */
export async function provePendingLink(
  ctx: BrowserRequest & PasswordAttempt,
  password: string,
): Promise<{ account: Account; link: PendingLink }> {
  const { database, env } = ctx.services
  const link = await runInTransaction(database, toOrigin(ctx, null), async (em) => {
    const session = await findBrowserSession(em, ctx)
    return session?.pendingLink && isUnexpired(session.pendingLink, ctx) ? session.pendingLink : null
  })
  if (!link) throw createNoPendingLinkError()
  const message = 'The password is wrong.'
  const wrong = new DomainError('invalid', 'incorrect_password', message, {
    errors: { current_password: [message] },
  })
  try {
    const account = await checkPassword(ctx, {
      subject: { email: link.email },
      password,
      wrong,
      signIn: false,
    })
    if (env.accounts.emailConfirmation && !account.confirmed) {
      throw stateError('identity.unconfirmed', 'Confirm the address of your account first.')
    }
    return { account, link }
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'locked') await dropPendingLink(ctx)
    throw error
  }
}

async function dropPendingLink(ctx: BrowserRequest): Promise<void> {
  await runInTransaction(ctx.services.database, toOrigin(ctx, null), async (em) => {
    const session = await findBrowserSession(em, ctx)
    if (session) session.pendingLink = null
  })
}

/** Completes a pending link; throws 422 if it was used in the meantime. */
export async function completeLink(
  { em, env, now }: Pick<UnitOfWork, 'em' | 'env' | 'now'>,
  user: User,
  { provider, uid, email }: PendingLink,
  client: Pick<SignInClient, 'secret'>,
): Promise<void> {
  const session = await findSessionBySecret({ em, env, now }, client)
  if (!session?.pendingLink) throw createNoPendingLinkError()
  session.pendingLink = null
  em.create(Identity, { userId: user.id, provider, uid, email, lastSignInAt: now })
  user.provider = provider
  user.uid = uid
  const title = findProviderTitle(env, provider)
  enqueueSignInNotice(
    em,
    user.email,
    'Sign-in linked',
    `${title} was added as a way to sign in to your account.`,
    now,
  )
}

/** Loads and locks an identity of the user by id or provider; 404 for those of others (rule A-51). */
export async function lockOwnIdentity(
  em: Em,
  userId: number,
  { id, provider }: { id?: number | undefined; provider?: string | undefined },
): Promise<Identity> {
  const condition = id === undefined ? { provider: provider ?? '' } : { id }
  const identity = await em.findOne(
    Identity,
    { ...condition, userId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (!identity) throw notFoundError()
  return identity
}

/**
 * Removes an identity, unless it is the last way to sign in. The user's provider becomes that of the next identity
 * (rule A-51).
 */
export async function unlink(em: Em, env: Env, user: User, identity: Identity, now: Date): Promise<void> {
  const others = await em.find(
    Identity,
    { userId: user.id, id: { $ne: identity.id } },
    { orderBy: { lastSignInAt: 'desc nulls last', id: 'asc' } },
  )
  const password = Boolean(user.passwordHash) && !user.passwordAutomaticallySet && env.accounts.localLogin
  if (others.length === 0 && !password) {
    throw stateError('identity.last_sign_in', 'This is your only way to sign in. Choose a password first.')
  }
  em.remove(identity)
  user.provider = others[0]?.provider ?? null
  user.uid = others[0]?.uid ?? null
  const title = findProviderTitle(env, identity.provider)
  enqueueSignInNotice(em, user.email, 'Sign-in unlinked', `${title} was removed from your account.`, now)
}
