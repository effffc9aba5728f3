import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { isLockedOut, type LockoutPolicy } from '../../../entities/lockout.ts'
import { isSessionLocked, Session } from '../../../entities/session.ts'
import { User, type LockReason } from '../../../entities/user.ts'
import type { Actor } from '../../audit/actor.ts'
import { inTransaction } from '../../audit/transaction.ts'
import type { Env } from '../../config/env.ts'
import type { Em } from '../../database/database.ts'
import { DomainError } from '../../errors.ts'
import { refundOnError, refund, type Refund } from '../../http/rate-limits/limiter.ts'
import { digestHex } from '../../lib/secrets.ts'
import { requestAccountMail } from '../../outbox/account-requests.ts'
import type { RequestContext } from '../../request-context.ts'
import { auditUnlock } from '../accounts/audit-unlock.ts'
import { lockFailedSignIns } from '../accounts/failed-sign-ins.ts'
import { originOf } from '../origin.ts'
import { verifyPassword } from './password.ts'

/** What an account's password check needs, and what its caller goes on with. */
export interface Account {
  id: number
  email: string
  passwordHash: string | null
  confirmed: boolean
}

/** From where a password comes, for its limits, and what the answer is told of them. */
export type PasswordAttempt = Pick<RequestContext, 'services' | 'request' | 'reply'>

/** Who is checked and what a failure answers; sign-in and signed-in actions differ (rule E-10). */
export interface PasswordCheck {
  /** A submitted address, or the signed-in caller. */
  who: { email: string } | { actor: Pick<Actor, 'id' | 'session'> }
  password: string
  /** The refusal of a wrong password. */
  wrong: DomainError
  /** Sign-ins count by address too, and answer a lock as a problem document. */
  signIn: boolean
  /** Only failures of the session itself stop the check: non-members can't cause them (rule A-21). */
  onlySessionLocks?: boolean
}

/**
 * Verifies a password; there is no other way (rule A-19). Order: throttle by client address (sign-ins), lock, throttle
 * by account or session, hash. Failures are counted under a row lock in a transaction of their own. An empty password
 * or address is wrong, but no failure. Call it outside transactions.
 * @throws 423 `account_locked`, 429, or `wrong`
 */
export async function checkPassword(ctx: PasswordAttempt, check: PasswordCheck): Promise<Account> {
  const { services, request, reply } = ctx
  const guesses = check.password !== '' && !('email' in check.who && check.who.email === '')
  const taken: Refund[] = []
  if (check.signIn && guesses) {
    taken.push(await services.limiter.take('login_address', request.address ?? 'unknown', reply))
  }
  const found = await findAccount(ctx, check)
  const { account, email } = found
  if (found.locked) {
    if (guesses) await countFailedAttempt(ctx, found)
    throw accountLocked(services.env, check.signIn)
  }
  if (!guesses) throw check.wrong
  const right = await refundOnError(taken, async () => {
    const key = found.sessionId === null ? digestHex(email) : `session:${found.sessionId}`
    taken.push(await services.limiter.take('login_account', key, reply))
    return verifyPassword(account?.passwordHash ?? null, check.password)
  })
  if (account && right) {
    await refund(taken)
    return account
  }
  if (await countFailedAttempt(ctx, found)) throw accountLocked(services.env, check.signIn)
  throw check.wrong
}

/** The 423 of a locked account, with a hint when trying again makes sense. */
export function accountLocked({ lockout }: Pick<Env, 'lockout'>, signIn: boolean): DomainError {
  const { strategy, unlockInMs } = lockout
  return new DomainError('locked', 'account_locked', 'The account is locked. Please try again later.', {
    dialect: signIn ? 'problem' : 'toast',
    ...(strategy === 'email' ? {} : { retryAfter: unlockInMs / 1000 }),
  })
}

interface AccountRow {
  id: number | null
  email: string
  password_hash: string | null
  confirmed_at: string | null
  locked_at: string | null
  lock_reason: LockReason | null
  session_locked_at: string | null
}

interface AccountLookup {
  account: Account | null
  email: string
  /** The session whose password checks count apart from sign-ins; null for sign-ins and tokens. */
  sessionId: number | null
  locked: boolean
}

/** The account, or that there is none, and whether it is locked: in one statement, whichever of it is true. */
async function findAccount(
  { services }: Pick<RequestContext, 'services'>,
  { who, onlySessionLocks = false }: PasswordCheck,
): Promise<AccountLookup> {
  const { database, env, clock } = services
  const sessionId = 'actor' in who ? (who.actor.session?.id ?? null) : null
  const { rows } = await (
    'actor' in who ? accountOfActor(who.actor.id, sessionId) : accountOfAddress(who.email)
  ).execute(database.queries)
  const [row] = rows
  if (!row) return { account: null, email: '', sessionId, locked: false }
  const { id, email, password_hash: passwordHash, confirmed_at } = row
  const account = id === null ? null : { id, email, passwordHash, confirmed: confirmed_at !== null }
  const counting = onlySessionLocks && sessionId !== null ? { ...row, locked_at: null } : row
  return { account, email, sessionId, locked: isLocked(counting, env.lockout, clock()) }
}

function accountOfActor(id: number, sessionId: number | null) {
  return sql<AccountRow>`
    select u.id, u.password_hash, u.confirmed_at, u.lock_reason, u.email, u.locked_at, s.locked_at as session_locked_at
    from users u left join sessions s on s.id = ${sessionId}::integer where u.id = ${id}`
}

function accountOfAddress(email: string) {
  return sql<AccountRow>`
    select u.id, u.password_hash, u.confirmed_at, u.lock_reason, g.email, null as session_locked_at,
      case when u.id is null then f.locked_at else u.locked_at end as locked_at
    from (select ${email}::text as email) g
    left join users u on lower(u.email) = g.email
    left join failed_sign_ins f on f.digest = ${digestHex(email)}`
}

/** Whether password checks are stopped, by a lock of the account or of the session. */
function isLocked(row: AccountRow, policy: LockoutPolicy, now: Date): boolean {
  if (row.lock_reason === 'admin') return true
  return (
    isLockedOut(since(row.locked_at), now, policy) ||
    isSessionLocked(since(row.session_locked_at), now, policy)
  )
}

function since(time: string | null): { lockedAt: Date | null } {
  return { lockedAt: time === null ? null : new Date(time) }
}

/** Counts one failure and tells whether it locked the account, its address or the session, or met such a lock. */
async function countFailedAttempt(
  ctx: PasswordAttempt,
  { account, email, sessionId }: AccountLookup,
): Promise<boolean> {
  const { database, env } = ctx.services
  const origin = originOf(ctx, null)
  const client = ctx.request.userAgent
  return inTransaction(database, origin, async (em, trail) => {
    const failing = account
      ? await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      : await lockFailedSignIns(em, email, origin.now)
    const user = failing instanceof User ? failing : null
    const about = {
      auditableType: 'User',
      auditableId: user?.id ?? null,
      affectedUserId: user?.id ?? null,
      affectedName: user?.name ?? null,
    }
    trail.repeated({ ...about, action: 'password_failed', changes: { method: 'local', client } })
    const before = user?.lockedAt
    const outcome = failing?.recordFailure(origin.now, env.lockout) ?? 'counted'
    if (user && outcome !== 'still_locked') auditUnlock(trail, user, before, 'time')
    if (outcome === 'locked') {
      const changes = { locked_at: [null, origin.now.toISOString()] }
      if (user) trail.record({ ...about, action: 'locked', changes })
      else trail.repeated({ ...about, action: 'address_locked', changes: { client } })
      requestAccountMail(em, ctx, 'locked', email, origin.now)
    }
    if (sessionId === null) return outcome !== 'counted'
    return (await countFailedAttemptInSession(em, sessionId, env.lockout, origin.now)) || outcome === 'locked'
  })
}

/** Counts one failure of a session, whose user is locked already, and tells whether the session is locked by now. */
async function countFailedAttemptInSession(
  em: Em,
  id: number,
  policy: LockoutPolicy,
  now: Date,
): Promise<boolean> {
  const session = await em.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return session !== null && session.recordFailure(now, policy) !== 'counted'
}
