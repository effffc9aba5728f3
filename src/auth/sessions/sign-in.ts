import { LockMode } from '@mikro-orm/core'
import { User } from '../../../entities/user.ts'
import { auditOutOfBand, type AuditedRequest } from '../../audit/out-of-band.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import { DomainError } from '../../errors.ts'
import type { RequestContext } from '../../request-context.ts'
import { toOrigin } from '../origin.ts'
import { createAccountLockedError, checkPassword, type PasswordAttempt } from '../passwords/check.ts'
import { hashPassword, needsRehash } from '../passwords/password.ts'
import { openSession } from './open-session.ts'
import { setSignInCookies, toSignInClient } from './sign-in-client.ts'

export interface Credentials {
  /** Trimmed and lower-cased. */
  email: string
  password: string
  remember: boolean
}

/** The parts of a request that a sign-in needs. */
type SignInRequest = PasswordAttempt & Pick<RequestContext, 'credential' | 'consent'>

/**
 * Signs a user in with address and password (rules ). Wrong password, unknown address, missing field and
 * unconfirmed account have the same response.
 * @throws 401 `invalid_credentials`, 403 `local_login_disabled`, 423 `account_locked`, 429
 */
export async function signIn(ctx: SignInRequest, credentials: Credentials): Promise<User> {
  const { env, database } = ctx.services
  if (!env.accounts.localLogin) throw createLocalLoginDisabledError()
  const wrong = new DomainError('unauthenticated', 'invalid_credentials', 'Wrong email or password.')
  const account = await checkPassword(ctx, {
    subject: { email: credentials.email },
    password: credentials.password,
    wrong,
    signIn: true,
  })
  await ctx.services.limiter.take('sign_in', String(account.id), ctx.reply)
  if (env.accounts.emailConfirmation && !account.confirmed) {
    await auditUnconfirmed(ctx, account.id)
    throw wrong
  }
  const stored = account.passwordHash
  const rehashed = stored !== null && needsRehash(stored) ? await hashPassword(credentials.password) : null
  return runInTransaction(database, toOrigin(ctx, null), async (em, auditLog) => {
    const user = await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (!user || user.passwordHash !== stored) throw wrong
    if (user.findLockReason(ctx.services.clock(), env.lockout)) throw createAccountLockedError(env, true)
    if (rehashed !== null) user.passwordHash = rehashed
    const work = { em, auditLog, env, now: ctx.services.clock() }
    const method = { method: 'local', remember: credentials.remember }
    setSignInCookies(ctx.reply, await openSession(work, user, toSignInClient(ctx), method))
    return user
  })
}

/** Audits a rejected sign-in with the right password, which is not counted as a failure (rule A-80). */
function auditUnconfirmed(ctx: AuditedRequest, userId: number): Promise<void> {
  const entry = { action: 'sign_in_refused', auditableType: 'User', auditableId: userId }
  const changes = { method: 'local', reason: 'account_unconfirmed' }
  const throttle = { key: `sign-in-refused:${userId}`, perMinute: 10 }
  return auditOutOfBand(ctx, { ...entry, affectedUserId: userId, changes }, [throttle])
}

/** Creates the 403 for password sign-ins while they are disabled. */
export function createLocalLoginDisabledError(): DomainError {
  return new DomainError('forbidden', 'local_login_disabled', 'Password sign-in is switched off here.')
}
