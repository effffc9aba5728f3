import { LockMode } from '@mikro-orm/core'
import { sql } from 'kysely'
import { isLockedOut } from '../../../entities/lockout.ts'
import { User, type LockReason } from '../../../entities/user.ts'
import type { Env } from '../../env.ts'
import type { RequestContext } from '../../request.ts'
import { DomainError } from '../../errors.ts'
import { requestAccountMail } from '../../outbox/account-requests.ts'
import { countingFailures, handBack, type Refund } from '../../rate/limiter.ts'
import { inTransaction } from '../../transaction.ts'
import { lockAddressFailures } from '../accounts/address-failures.ts'
import { noteLifted } from '../accounts/lifted-lock.ts'
import { originOf } from '../origin.ts'
import { verifyPassword } from './password.ts'
import { digestHex } from '../secrets.ts'

/** What an account's password check needs, and what its caller goes on with. */
export interface Account {
  id: number
  email: string
  passwordHash: string | null
  confirmed: boolean
}

/** From where a password comes, for its limits, and what the answer is told of them. */
export type Guessing = Pick<RequestContext, 'services' | 'request' | 'reply'>

/** Who is checked and what a failure answers; sign-in and signed-in actions differ (rule E-10). */
export interface PasswordCheck {
  who: { email: string } | { id: number }
  password: string
  /** The refusal of a wrong password. */
  wrong: DomainError
  /** Sign-ins count by address too, and answer a lock as a problem document. */
  signIn: boolean
}

/**
 * The one way a password is ever verified (rule A-19). A sign-in is throttled by client address before
 * anything is looked up or written; then a lock is answered, before the throttle of the account and before hashing.
 * Failures are counted under a row lock in a transaction of their own, so that they stay although the request is
 * refused. An empty password or address is wrong, and no failure; neither is what ends before the password is known
 * to be wrong: a 429, or a fault of ours (rule A-68). Call it outside transactions.
 * @throws 423 `account_locked`, 429, or `wrong`
 */
export async function checkPassword(ctx: Guessing, check: PasswordCheck): Promise<Account> {
  const { services, request, reply } = ctx
  const guesses = check.password !== '' && !('email' in check.who && check.who.email === '')
  const taken: Refund[] = []
  if (check.signIn && guesses)
    taken.push(await services.limiter.take('login_address', request.address ?? 'unknown', reply))
  const { account, email, locked } = await findAccount(ctx, check.who)
  if (locked) {
    if (guesses) await fail(ctx, account, email)
    throw accountLocked(services.env, check.signIn)
  }
  if (!guesses) throw check.wrong
  const right = await countingFailures(taken, async () => {
    taken.push(await services.limiter.take('login_account', digestHex(email), reply))
    return verifyPassword(account?.passwordHash ?? null, check.password)
  })
  if (account && right) {
    await handBack(taken)
    return account
  }
  if (await fail(ctx, account, email)) throw accountLocked(services.env, check.signIn)
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

interface Found {
  id: number | null
  email: string
  password_hash: string | null
  confirmed_at: string | null
  locked_at: string | null
  lock_reason: LockReason | null
}

/** The account, or that there is none, and whether it is locked: in one statement, whichever of it is true. */
async function findAccount({ services }: Pick<RequestContext, 'services'>, who: PasswordCheck['who']) {
  const columns = sql`u.id, u.password_hash, u.confirmed_at, u.lock_reason`
  const { rows } = await (
    'id' in who
      ? sql<Found>`select ${columns}, u.email, u.locked_at from users u where u.id = ${who.id}`
      : sql<Found>`
        select ${columns}, g.email, case when u.id is null then f.locked_at else u.locked_at end as locked_at
        from (select ${who.email}::text as email) g
        left join users u on lower(u.email) = g.email
        left join address_failures f on f.digest = ${digestHex(who.email)}`
  ).execute(services.database.queries)
  const [row] = rows
  if (!row) return { account: null, email: '', locked: false }
  const lockedAt = row.locked_at === null ? null : new Date(row.locked_at)
  const locked =
    row.lock_reason === 'admin' || isLockedOut({ lockedAt }, services.clock(), services.env.lockout)
  const { id, email, password_hash: passwordHash, confirmed_at } = row
  const account: Account | null =
    id === null ? null : { id, email, passwordHash, confirmed: confirmed_at !== null }
  return { account, email, locked }
}

/** Counts one failure and tells whether the account, or the address that has none, is locked by now. */
async function fail(ctx: Guessing, account: Account | null, email: string): Promise<boolean> {
  const { database, env } = ctx.services
  const origin = originOf(ctx, null)
  const client = ctx.request.userAgent
  return inTransaction(database, origin, async (em, trail) => {
    const failing = account
      ? await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
      : await lockAddressFailures(em, email, origin.now)
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
    if (user && outcome !== 'still_locked') noteLifted(trail, user, before, 'time')
    if (outcome === 'locked') {
      const changes = { locked_at: [null, origin.now.toISOString()] }
      if (user) trail.record({ ...about, action: 'locked', changes })
      else trail.repeated({ ...about, action: 'address_locked', changes: { client } })
      requestAccountMail(em, ctx, 'locked', email, origin.now)
    }
    return outcome !== 'counted'
  })
}
