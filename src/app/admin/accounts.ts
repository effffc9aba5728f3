import { parseArgs } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import { Identity } from '../../../entities/identity.ts'
import { User } from '../../../entities/user.ts'
import type { Entry } from '../../audit/entries/entry.ts'
import { securityEntry } from '../../audit/entries/security-entry.ts'
import { inTransaction } from '../../audit/transaction.ts'
import { generatePassword } from '../../auth/passwords/generate.ts'
import { hashPassword } from '../../auth/passwords/password.ts'
import { endOtherSessions } from '../../auth/sessions/end-sessions.ts'
import { isEmail } from '../../config/values.ts'
import type { Em } from '../../database/database.ts'
import { isDuplicate } from '../../database/map-database-error.ts'
import { errorSummary } from '../../lib/error-summary.ts'
import { normalizeEmail } from '../../lib/unicode/names.ts'
import { notifyOfPasswordChange } from '../../outbox/account-mails.ts'
import type { Services } from '../../services.ts'
import { operator } from './operator.ts'
import { UsageError, type Command } from './usage.ts'

/**
 * Gives a local account a new password and a free way in: sessions end, locks are lifted, the address counts as
 * confirmed (rule E-22). Refuses accounts that sign in elsewhere, because the password would open nothing.
 */
export const resetPassword: Command = {
  usage: 'EMAIL',
  summary: 'Gives an account a new password, shown once; ends its sessions, lifts its locks, is audited.',
  prepare: (given) => {
    const email = emailIn(given)
    return async (services) => {
      assertLocalLogin(services)
      const { password, passwordHash } = await newPassword(services)
      const now = services.clock()
      const origin = { actor: null, requestId: null, address: null, now }
      const lifted = await inTransaction(services.database, origin, async (em, trail) => {
        const user = await em.findOne(User, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!user) throw new Error(`There is no account with the address ${email}.`)
        await assertOwnPassword(em, user)
        const { lockReason, lockedAt } = user
        user.resetPassword(passwordHash, now, { mailed: false })
        const unlocked = lockedAt ? { locked_at: [lockedAt.toISOString(), null] } : {}
        trail.record(entryOf(user, 'password_set', unlocked))
        await notifyOfPasswordChange(em, user, now)
        await em.flush()
        await endOtherSessions({ em, env: services.env, now }, user.id, null, 'password_changed')
        return lockReason
      })
      const lock = {
        admin: ' The lock of an administrator was lifted.',
        failed_attempts: ' Its lock was lifted.',
      }
      return told(
        `The account has a new password, and its sessions have ended.${lifted ? lock[lifted] : ''}`,
        {
          email,
          password,
        },
      )
    }
  },
}

/** Makes a system administrator beside those there are. Refuses an address that has an account. */
export const createAdministrator: Command = {
  usage: 'EMAIL',
  summary: 'Creates a system administrator with a password, shown once; is audited.',
  prepare: (given) => {
    const email = emailIn(given)
    if (!isEmail(email)) throw new UsageError(`${email} is no e-mail address, such as admin@example.org.`)
    return async (services) => {
      const { env, database, clock } = services
      assertLocalLogin(services)
      if (email.length > env.limits.userEmail) {
        throw new Error(`EMAIL: ${env.limits.userEmail} characters at most.`)
      }
      const { password, passwordHash } = await newPassword(services)
      const now = clock()
      const taken = `There is an account with the address ${email} already: see reset-password.`
      await inTransaction(
        database,
        { actor: null, requestId: null, address: null, now },
        async (em, trail) => {
          if ((await em.count(User, { email })) > 0) throw new Error(taken)
          const user = em.create(User, {
            name: 'Administrator',
            email,
            admin: true,
            passwordHash,
            passwordChangedAt: now,
            confirmedAt: now,
          })
          await em.flush()
          trail.record(entryOf(user, 'password_set'))
        },
      ).catch((error: unknown) => {
        throw isDuplicate(error) ? new Error(taken) : error
      })
      return told('The administrator was created.', { email, password })
    }
  },
}

function emailIn(given: string[]): string {
  try {
    const [email = '', ...more] = parseArgs({ args: given, options: {}, allowPositionals: true }).positionals
    if (email.trim() === '' || more.length > 0) throw new Error('Name one e-mail address.')
    return normalizeEmail(email)
  } catch (error) {
    throw new UsageError(errorSummary(error))
  }
}

/** What no password could open must not look as if it did. */
function assertLocalLogin({ env }: Pick<Services, 'env'>): void {
  if (env.accounts.localLogin) return
  throw new Error('LOCAL_LOGIN_ENABLED is false: nobody can sign in with a password here.')
}

/** An account that lost its provider has no other way in than a password; one that has its provider never knew one. */
async function assertOwnPassword(em: Em, user: User): Promise<void> {
  if (!user.passwordAutomaticallySet) return
  const linked = await em.find(Identity, { userId: user.id }, { orderBy: { id: 'asc' } })
  const own = user.provider ? [user.provider] : []
  const providers = [...new Set([...own, ...linked.map(({ provider }) => provider)])]
  if (providers.length === 0) return
  throw new Error(
    `${user.email} signs in through ${providers.join(', ')} and has no password here. Nothing was changed; an administrator with a password is made by: create EMAIL`,
  )
}

async function newPassword({
  env,
}: Pick<Services, 'env'>): Promise<{ password: string; passwordHash: string }> {
  const password = generatePassword(env.passwordPolicy)
  return { password, passwordHash: await hashPassword(password) }
}

function entryOf(user: User, action: string, changes: Record<string, unknown> = {}): Entry {
  return {
    ...securityEntry(user, action, changes),
    comment: `By ${operator() ?? 'somebody'} at the command line.`,
  }
}

function told(fact: string, { email, password }: { email: string; password: string }): string {
  return `${fact} This password is shown only this once:\n  email:    ${email}\n  password: ${password}`
}
