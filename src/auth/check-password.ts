import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/user.ts'
import type { RequestContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { enqueueUnlockMail, notifyOfLock } from '../outbox/account-mails.ts'
import type { Refund } from '../rate/limiter.ts'
import { inTransaction } from '../transaction.ts'
import { noteLifted } from './lifted-lock.ts'
import { originOf } from './origin.ts'
import { verifyPassword } from './password.ts'
import { countPhantomFailure, phantomIsLocked } from './phantom-lockout.ts'
import { digestHex } from './secrets.ts'

/** What an account's password check needs, and what its caller goes on with. */
export interface Account {
  id: number
  email: string
  passwordHash: string | null
  confirmed: boolean
}

/** Who is checked and what a failure answers; sign-in and signed-in actions differ (contract, decision 10). */
export interface PasswordCheck {
  who: { email: string } | { id: number }
  password: string
  /** The refusal of a wrong password. */
  wrong: DomainError
  /** Sign-ins count by address too, and answer a lock as a problem document. */
  signIn: boolean
}

/**
 * The one way a password is ever verified (accounts 8, traps 1 and 45): a lock is answered before any throttle, a
 * throttle before hashing; failures are counted under a row lock in a transaction of their own, so that they stay
 * although the request is refused. An empty password or address is wrong, and no failure. Call it outside transactions.
 * @throws 423 `account_locked`, 429, or `wrong`
 */
export async function checkPassword(ctx: RequestContext, check: PasswordCheck): Promise<Account> {
  const { services, request, reply } = ctx
  const found = await findAccount(ctx, check.who)
  const email = found?.account.email ?? ('email' in check.who ? check.who.email : '')
  const locked = found ? found.locked : await phantomLocked(ctx, email)
  if (locked) {
    await fail(ctx, found?.account ?? null, email)
    throw accountLocked(ctx, check.signIn)
  }
  // An absent password guesses nothing, so that it neither locks nor is throttled.
  if (check.password === '' || email === '') throw check.wrong
  const taken: Refund[] = []
  if (check.signIn)
    taken.push(await services.limiter.take('login_address', request.address ?? 'unknown', reply))
  taken.push(await services.limiter.take('login_account', digestHex(email), reply))
  const right = await verifyPassword(found?.account.passwordHash ?? null, check.password)
  if (found && right) {
    for (const refund of taken) await refund()
    return found.account
  }
  if (await fail(ctx, found?.account ?? null, email)) throw accountLocked(ctx, check.signIn)
  throw check.wrong
}

/** The 423 of a locked account, with a hint when trying again makes sense. */
export function accountLocked({ services }: RequestContext, signIn: boolean): DomainError {
  const { strategy, unlockInMs } = services.env.lockout
  return new DomainError('locked', 'account_locked', 'The account is locked. Please try again later.', {
    dialect: signIn ? 'problem' : 'toast',
    ...(strategy === 'email' ? {} : { retryAfter: unlockInMs / 1000 }),
  })
}

async function findAccount({ services }: RequestContext, who: PasswordCheck['who']) {
  const columns = services.database.reader
    .selectFrom('users')
    .select(['id', 'email', 'password_hash', 'confirmed_at', 'locked_at', 'lock_reason'])
  const row = await (
    'id' in who ? columns.where('id', '=', who.id) : columns.where('email', '=', who.email)
  ).executeTakeFirst()
  if (!row) return null
  const { lock_reason: lockReason, locked_at: lockedAt } = row
  const state = Object.assign(new User(), {
    lockReason,
    lockedAt: lockedAt === null ? null : new Date(lockedAt),
  })
  return {
    locked: state.lockedFor(services.clock(), services.env.lockout) !== null,
    account: {
      id: row.id,
      email: row.email,
      passwordHash: row.password_hash,
      confirmed: row.confirmed_at !== null,
    },
  }
}

function phantomLocked({ services }: RequestContext, email: string): Promise<boolean> {
  return phantomIsLocked(services.database.reader, email, services.env.lockout, services.clock())
}

/** Counts one failure and tells whether the account is locked by now. */
async function fail(ctx: RequestContext, account: Account | null, email: string): Promise<boolean> {
  const { services } = ctx
  const { database, env } = services
  const origin = originOf(ctx, null)
  const locked =
    account === null && (await countPhantomFailure(database.reader, email, env.lockout, origin.now))
  return inTransaction(database, origin, async (em, trail) => {
    const user =
      account && (await em.findOne(User, { id: account.id }, { lockMode: LockMode.PESSIMISTIC_WRITE }))
    const about = {
      auditableType: 'User',
      auditableId: user?.id ?? null,
      affectedUserId: user?.id ?? null,
      affectedName: user?.name ?? null,
    }
    const client = ctx.request.userAgent
    trail.record({ ...about, action: 'password_failed', changes: { method: 'local', client } })
    if (!user) return locked
    const before = user.lockedAt
    const outcome = user.recordFailure(origin.now, env.lockout)
    if (outcome !== 'still_locked') noteLifted(trail, user, before, 'time')
    if (outcome === 'locked') {
      trail.record({ ...about, action: 'locked', changes: { locked_at: [null, origin.now.toISOString()] } })
      if (env.lockout.strategy !== 'time') enqueueUnlockMail(em, env, user, origin.now)
      if (env.lockout.notifyAdmins) await notifyOfLock(em, user, ctx.request.address, origin.now)
    }
    return outcome !== 'counted'
  })
}
