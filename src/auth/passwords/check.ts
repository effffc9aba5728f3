import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { isLockedOut, type LockoutPolicy } from '../../../entities/lockout.ts'
import { isSessionLocked, Session } from '../../../entities/session.ts'
import { User, type LockReason } from '../../../entities/user.ts'
import type { Actor } from '../../audit/actor.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import type { Env } from '../../config/env.ts'
import type { Em } from '../../database/database.ts'
import { DomainError } from '../../errors.ts'
import { refundOnError, refund, type Refund } from '../../http/rate-limits/limiter.ts'
import { digestHex } from '../../lib/secrets.ts'
import { requestAccountMail } from '../../outbox/account-requests.ts'
import type { RequestPart } from '../../request-context.ts'
import { auditUnlock } from '../accounts/audit-unlock.ts'
import { lockFailedSignIns } from '../accounts/failed-sign-ins.ts'
import { toOrigin } from '../origin.ts'
import { verifyPassword } from './password.ts'

/** The account of a password check. */
export interface Account {
  id: number
  email: string
  passwordHash: string | null
  confirmed: boolean
}

/** The parts of a request that a password check needs. */
export type PasswordAttempt = RequestPart<'database' | 'env' | 'clock' | 'limiter', 'request' | 'reply'>

/** Input of a password check, for sign-ins and for signed-in actions (rule E-10). */
export interface PasswordCheck {
  /** A submitted address, or the signed-in caller. */
  subject: { email: string } | { actor: Pick<Actor, 'id' | 'session'> }
  password: string
  /** The error for a wrong password. */
  wrong: DomainError
  /** Sign-ins are also limited by client address, and report a lock as a problem document. */
  signIn: boolean
  /** Only a lock of the session prevents the check, which non-members cannot cause (rule A-21). */
  onlySessionLocks?: boolean
}

/**
 * Verifies a password with all limits (rule A-19): throttle by client address (sign-ins), lock, throttle by account or
 * session, hash. Commits failures in a separate transaction; call it outside of one.
 * @throws 423 `account_locked`, 429, or `wrong`
 */
export async function checkPassword(ctx: PasswordAttempt, check: PasswordCheck): Promise<Account> {
  const { services, request, reply } = ctx
  const isGuess = check.password !== '' && !('email' in check.subject && check.subject.email === '')
  const refunds: Refund[] = []
  if (check.signIn && isGuess) {
    refunds.push(await services.limiter.take('login_address', request.address ?? 'unknown', reply))
  }
  const lookup = await findAccount(ctx, check)
  const { account, email } = lookup
  if (lookup.locked) {
    if (isGuess) await countFailedAttempt(ctx, lookup)
    throw createAccountLockedError(services.env, check.signIn)
  }
  if (!isGuess) throw check.wrong
  const isMatch = await refundOnError(refunds, async () => {
    const key = lookup.sessionId === null ? digestHex(email) : `session:${lookup.sessionId}`
    refunds.push(await services.limiter.take('login_account', key, reply))
    return verifyPassword(account?.passwordHash ?? null, check.password)
  })
  if (account && isMatch) {
    await refund(refunds)
    return account
  }
  if (await countFailedAttempt(ctx, lookup)) throw createAccountLockedError(services.env, check.signIn)
  throw check.wrong
}

/** Creates the 423 for a locked account, with Retry-After if the lock ends by itself. */
export function createAccountLockedError({ lockout }: Pick<Env, 'lockout'>, signIn: boolean): DomainError {
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
  /** The session whose failures are counted separately; null for sign-ins and tokens. */
  sessionId: number | null
  locked: boolean
}

/** Finds the account and its lock in one statement, so that timing does not reveal whether it exists. */
async function findAccount(
  { services }: RequestPart<'database' | 'env' | 'clock'>,
  { subject, onlySessionLocks = false }: PasswordCheck,
): Promise<AccountLookup> {
  const { database, env, clock } = services
  const sessionId = 'actor' in subject ? (subject.actor.session?.id ?? null) : null
  const { rows } = await (
    'actor' in subject
      ? selectAccountOfActor(subject.actor.id, sessionId)
      : selectAccountOfAddress(subject.email)
  ).execute(database.queries)
  const [row] = rows
  if (!row) return { account: null, email: '', sessionId, locked: false }
  const { id, email, password_hash: passwordHash, confirmed_at } = row
  const account = id === null ? null : { id, email, passwordHash, confirmed: confirmed_at !== null }
  const counting = onlySessionLocks && sessionId !== null ? { ...row, locked_at: null } : row
  return { account, email, sessionId, locked: isLocked(counting, env.lockout, clock()) }
}

function selectAccountOfActor(id: number, sessionId: number | null) {
  return sql<AccountRow>`
    select u.id, u.password_hash, u.confirmed_at, u.lock_reason, u.email, u.locked_at, s.locked_at as session_locked_at
    from users u left join sessions s on s.id = ${sessionId}::integer where u.id = ${id}`
}

function selectAccountOfAddress(email: string) {
  return sql<AccountRow>`
    select u.id, u.password_hash, u.confirmed_at, u.lock_reason, g.email, null as session_locked_at,
      case when u.id is null then f.locked_at else u.locked_at end as locked_at
    from (select ${email}::text as email) g
    left join users u on lower(u.email) = g.email
    left join failed_sign_ins f on f.digest = ${digestHex(email)}`
}

/** Whether the account or the session is locked. */
function isLocked(row: AccountRow, policy: LockoutPolicy, now: Date): boolean {
  if (row.lock_reason === 'admin') return true
  return (
    isLockedOut(toLock(row.locked_at), now, policy) ||
    isSessionLocked(toLock(row.session_locked_at), now, policy)
  )
}

function toLock(time: string | null): { lockedAt: Date | null } {
  return { lockedAt: time === null ? null : new Date(time) }
}

/** Counts a failure; returns whether the account, address or session is locked now. */
async function countFailedAttempt(
  ctx: PasswordAttempt,
  { account, email, sessionId }: AccountLookup,
): Promise<boolean> {
  const { database, env } = ctx.services
  const origin = toOrigin(ctx, null)
  const client = ctx.request.userAgent
  return runInTransaction(database, origin, async (em, auditLog) => {
    const counter = account
      ? await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      : await lockFailedSignIns(em, email, origin.now)
    const user = counter instanceof User ? counter : null
    const failure = {
      auditableType: 'User',
      auditableId: user?.id ?? null,
      affectedUserId: user?.id ?? null,
      affectedName: user?.name ?? null,
    }
    auditLog.recordRepeated({ ...failure, action: 'password_failed', changes: { method: 'local', client } })
    const before = user?.lockedAt
    const outcome = counter?.recordFailure(origin.now, env.lockout) ?? 'counted'
    if (user && outcome !== 'still_locked') auditUnlock(auditLog, user, before, 'time')
    if (outcome === 'locked') {
      const changes = { locked_at: [null, origin.now.toISOString()] }
      if (user) auditLog.record({ ...failure, action: 'locked', changes })
      else auditLog.recordRepeated({ ...failure, action: 'address_locked', changes: { client } })
      requestAccountMail(em, ctx, 'locked', email, origin.now)
    }
    if (sessionId === null) return outcome !== 'counted'
    return (await countFailedAttemptInSession(em, sessionId, env.lockout, origin.now)) || outcome === 'locked'
  })
}

/** Counts a failure of a session whose user row is already locked; returns whether the session is locked now. */
async function countFailedAttemptInSession(
  em: Em,
  id: number,
  policy: LockoutPolicy,
  now: Date,
): Promise<boolean> {
  const session = await em.findOne(Session, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  return session !== null && session.recordFailure(now, policy) !== 'counted'
}
