import { LockMode } from '@mikro-orm/core'
import { isLocal, User } from '../../../entities/user.ts'
import { noteOutOfBand } from '../../audit/out-of-band.ts'
import type { Actor } from '../../access/actor.ts'
import type { RequestContext } from '../../request.ts'
import type { Queries } from '../../database.ts'
import { DomainError } from '../../errors.ts'
import { inTransaction } from '../../transaction.ts'
import { accountLocked, checkPassword, type Guessing } from '../passwords/check.ts'
import { openSession } from './open-session.ts'
import { originOf } from '../origin.ts'
import { answerSignIn, visitOf } from './visit.ts'
import { hashPassword, needsRehash } from '../passwords/password.ts'

export interface Credentials {
  /** Trimmed and lower-cased. */
  email: string
  password: string
  remember: boolean
}

/**
 * Signs somebody in with address and password (rules ). Wrong password, unknown address, absent field
 * and unconfirmed account answer the same.
 * @throws 401 `invalid_credentials`, 403 `local_login_disabled`, 423 `account_locked`, 429
 */
export async function signIn(ctx: RequestContext, given: Credentials): Promise<User> {
  const { env, database } = ctx.services
  if (!env.accounts.localLogin) throw localLoginDisabled()
  const wrong = new DomainError('unauthenticated', 'invalid_credentials', 'Email or password is not right.')
  const account = await checkPassword(ctx, {
    who: { email: given.email },
    password: given.password,
    wrong,
    signIn: true,
  })
  await ctx.services.limiter.take('sign_in', String(account.id), ctx.reply)
  if (env.accounts.emailConfirmation && !account.confirmed) {
    await noteUnconfirmed(ctx, account.id)
    throw wrong
  }
  const stored = account.passwordHash
  const rehashed = stored !== null && needsRehash(stored) ? await hashPassword(given.password) : null
  return inTransaction(database, originOf(ctx, null), async (em, trail) => {
    const user = await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!user || user.passwordHash !== stored) throw wrong
    if (user.lockedFor(ctx.services.clock(), env.lockout)) throw accountLocked(env, true)
    if (rehashed !== null) user.passwordHash = rehashed
    const work = { em, trail, env, now: ctx.services.clock() }
    const method = { method: 'local', remember: given.remember }
    answerSignIn(ctx.reply, await openSession(work, user, visitOf(ctx), method))
    return user
  })
}

/** The password was right, so that no failure tells of it (rule A-80). */
function noteUnconfirmed(ctx: RequestContext, userId: number): Promise<void> {
  const entry = { action: 'sign_in_refused', auditableType: 'User', auditableId: userId }
  const changes = { method: 'local', reason: 'account_unconfirmed' }
  const throttle = { key: `sign-in-refused:${userId}`, perMinute: 10 }
  return noteOutOfBand(ctx, { ...entry, affectedUserId: userId, changes }, [throttle])
}

export function localLoginDisabled(): DomainError {
  return new DomainError('forbidden', 'local_login_disabled', 'Password sign-in is switched off here.')
}

/** How long a provider's sign-in stands in for a password (rule A-39). */
const FRESH_MS = 5 * 60_000

/**
 * Makes sure that the person behind a session is the account's owner: by the current password, or, for accounts
 * without one, by a provider sign-in of the last five minutes (rule A-39). Call it outside transactions.
 * @throws `wrong`, 403 `reauthentication_required`, 423, 429
 */
export async function reauthenticate(
  ctx: Guessing & { actor: Actor },
  password: string | undefined,
  wrong: DomainError,
): Promise<void> {
  const { local, usablePassword } = await credentialsOf(ctx.services.database.queries, ctx.actor.id)
  if (local || (usablePassword && password)) {
    await checkPassword(ctx, { who: { id: ctx.actor.id }, password: password ?? '', wrong, signIn: false })
    return
  }
  await assertFreshProviderSignIn(ctx)
}

/** Throws 403 unless the session began with a provider's sign-in of the last five minutes. */
export async function assertFreshProviderSignIn(ctx: Guessing & { actor: Actor }): Promise<void> {
  const now = ctx.services.clock().getTime()
  const session = await ctx.services.database.queries
    .selectFrom('sessions')
    .select('created_at')
    .where('id', '=', ctx.actor.session?.id ?? 0)
    .where('auth_method', '<>', 'local')
    .executeTakeFirst()
  if (session && now - Date.parse(session.created_at) <= FRESH_MS) return
  throw new DomainError(
    'forbidden',
    'reauthentication_required',
    'Please sign in with your provider again before you do this.',
  )
}

/** Whether somebody signs in with a password of ours: the others are exempt from giving it (rule A-1). */
export async function hasLocalCredential(db: Queries, id: number): Promise<boolean> {
  return (await credentialsOf(db, id)).local
}

/** `usablePassword`: a password the person knows, even if the newest sign-in was a provider's. */
async function credentialsOf(db: Queries, id: number) {
  const row = await db
    .selectFrom('users')
    .select(['provider', 'password_automatically_set', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return { local: false, usablePassword: false }
  const { provider, password_automatically_set: passwordAutomaticallySet, password_hash: hash } = row
  const local = isLocal({ provider, passwordAutomaticallySet })
  return { local, usablePassword: !passwordAutomaticallySet && hash !== null }
}
