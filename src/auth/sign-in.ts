import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/user.ts'
import { noteAside } from '../audit/aside.ts'
import type { Actor, RequestContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { inTransaction } from '../transaction.ts'
import { accountLocked, checkPassword } from './check-password.ts'
import { openSession } from './open-session.ts'
import { originOf } from './origin.ts'
import { hashPassword, needsRehash } from './password.ts'

export interface Credentials {
  /** Trimmed and lower-cased. */
  email: string
  password: string
  remember: boolean
}

/**
 * Signs somebody in with address and password (accounts 3.1 and 3.4). Wrong password, unknown address, absent field
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
  if (env.accounts.emailConfirmation && !account.confirmed) {
    await noteUnconfirmed(ctx, account.id)
    throw wrong
  }
  const stored = account.passwordHash
  const rehashed = stored !== null && needsRehash(stored) ? await hashPassword(given.password) : null
  return inTransaction(database, originOf(ctx, null), async (em, trail) => {
    const user = await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!user || user.passwordHash !== stored) throw wrong
    if (user.lockedFor(ctx.services.clock(), env.lockout)) throw accountLocked(ctx, true)
    if (rehashed !== null) user.passwordHash = rehashed
    await openSession(ctx, em, trail, user, { method: 'local', remember: given.remember })
    return user
  })
}

/** The password was right, so that no failure tells of it (accounts 6.10). */
function noteUnconfirmed(ctx: RequestContext, userId: number): Promise<void> {
  const entry = { action: 'sign_in_refused', auditableType: 'User', auditableId: userId }
  const changes = { method: 'local', reason: 'account_unconfirmed' }
  const throttle = { key: `sign-in-refused:${userId}`, perMinute: 10 }
  return noteAside(ctx, { ...entry, affectedUserId: userId, changes }, [throttle])
}

export function localLoginDisabled(): DomainError {
  return new DomainError('forbidden', 'local_login_disabled', 'Password sign-in is switched off here.')
}

/** How long a provider's sign-in stands in for a password (accounts 5.1). */
const FRESH_MS = 10 * 60_000

/**
 * Makes sure that the person behind a session is the account's owner: by the current password, or, for accounts
 * without one, by a provider sign-in of the last ten minutes (accounts 9). Call it outside transactions.
 * @throws `wrong`, 403 `reauthentication_required`, 423, 429
 */
export async function reauthenticate(
  ctx: RequestContext & { actor: Actor },
  password: string | undefined,
  wrong: DomainError,
): Promise<void> {
  const { local, usablePassword } = await credentialsOf(ctx, ctx.actor.id)
  if (local || (usablePassword && password)) {
    await checkPassword(ctx, { who: { id: ctx.actor.id }, password: password ?? '', wrong, signIn: false })
    return
  }
  await assertFreshProviderSignIn(ctx)
}

/** Throws 403 unless the session began with a provider's sign-in of the last ten minutes. */
export async function assertFreshProviderSignIn(ctx: RequestContext & { actor: Actor }): Promise<void> {
  const now = ctx.services.clock().getTime()
  const session = await ctx.services.database.reader
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

/** Whether somebody signs in with a password of ours: the others are exempt from giving it (accounts 1). */
export async function hasLocalCredential(ctx: RequestContext, id: number): Promise<boolean> {
  return (await credentialsOf(ctx, id)).local
}

/** `usablePassword`: a password the person knows, even if the newest sign-in was a provider's. */
async function credentialsOf(ctx: RequestContext, id: number) {
  const row = await ctx.services.database.reader
    .selectFrom('users')
    .select(['provider', 'password_automatically_set', 'password_hash'])
    .where('id', '=', id)
    .executeTakeFirst()
  const chosen = row !== undefined && !row.password_automatically_set
  return { local: chosen && row.provider === null, usablePassword: chosen && row.password_hash !== null }
}
