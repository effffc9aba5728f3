import { parseArgs } from 'node:util'
import { LockMode } from '@mikro-orm/core'
import { Identity } from '../../../entities/identity.ts'
import { User } from '../../../entities/user.ts'
import type { Entry } from '../../audit/entries/entry.ts'
import { createSecurityEntry } from '../../audit/entries/security-entry.ts'
import { createSystemOrigin } from '../../audit/origin.ts'
import { runInTransaction } from '../../audit/transaction.ts'
import { insertAdministrator } from '../../auth/accounts/insert-administrator.ts'
import { generatePassword } from '../../auth/passwords/generate.ts'
import { hashPassword } from '../../auth/passwords/password.ts'
import { endOtherSessions } from '../../auth/sessions/end-sessions.ts'
import { isEmail } from '../../config/values.ts'
import type { Em } from '../../database/database.ts'
import { isDuplicate } from '../../database/map-database-error.ts'
import { normalizeEmail } from '../../lib/unicode/names.ts'
import { notifyOfPasswordChange } from '../../outbox/account-mails.ts'
import { notifyAdministratorsOfOperator } from '../../outbox/administrator-mails.ts'
import type { Services } from '../../services.ts'
import { readOperator } from './operator.ts'
import { toUsageError, UsageError, type Command } from './usage.ts'

/**
 * Resets the password of a local account, ends its sessions, unlocks it and confirms its address (rule E-22). Throws
 * for accounts that sign in through a provider, because a password is of no use to them.
 */
export const resetPassword: Command = {
  usage: 'EMAIL',
  summary:
    'Resets the password of an account (shown once), ends its sessions and unlocks it. Audited, and mailed to all administrators.',
  prepare: (args) => {
    const email = parseEmail(args)
    return async (services) => {
      assertLocalLogin(services)
      const { password, passwordHash } = await createPassword(services)
      const now = services.clock()
      const origin = createSystemOrigin(now)
      const previousLock = await runInTransaction(services.database, origin, async (em, auditLog) => {
        const user = await em.findOne(User, { email }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (!user) throw new Error(`There is no account with the address ${email}.`)
        await assertOwnPassword(em, user)
        const { lockReason, lockedAt } = user
        user.resetPassword(passwordHash, now, { mailed: false })
        const unlocked = lockedAt ? { locked_at: [lockedAt.toISOString(), null] } : {}
        auditLog.record(createPasswordEntry(user, 'password_set', unlocked))
        await notifyOfPasswordChange(em, user, now)
        await em.flush()
        await notifyAdministratorsOfOperator({ em, now }, readOperator(), 'password_set', user)
        await endOtherSessions({ em, env: services.env, now }, user.id, null, 'password_changed')
        return lockReason
      })
      const lock = {
        admin: ' The lock set by an administrator was removed.',
        failed_attempts: ' Its lock was removed.',
      }
      return formatCredentials(
        `The account has a new password, and its sessions have ended.${previousLock ? lock[previousLock] : ''}`,
        {
          email,
          password,
        },
      )
    }
  },
}

/** Creates another system administrator. Throws if the address has an account. */
export const createAdministrator: Command = {
  usage: 'EMAIL',
  summary:
    'Creates a system administrator with a password (shown once). Audited, and mailed to all administrators.',
  prepare: (args) => {
    const email = parseEmail(args)
    if (!isEmail(email)) {
      throw new UsageError(`${email} is not an email address (example: admin@example.org).`)
    }
    return async (services) => {
      const { env, database, clock } = services
      assertLocalLogin(services)
      if (email.length > env.limits.userEmail) {
        throw new Error(`EMAIL: ${env.limits.userEmail} characters at most.`)
      }
      const { password, passwordHash } = await createPassword(services)
      const now = clock()
      const duplicate = `An account with the address ${email} already exists: see reset-password.`
      await runInTransaction(database, createSystemOrigin(now), async (em, auditLog) => {
        if ((await em.count(User, { email })) > 0) throw new Error(duplicate)
        const user = insertAdministrator(em, { email, passwordHash, now })
        await em.flush()
        auditLog.record(createPasswordEntry(user, 'password_set'))
        await notifyAdministratorsOfOperator({ em, now }, readOperator(), 'admin_created', user)
      }).catch((error: unknown) => {
        throw isDuplicate(error) ? new Error(duplicate) : error
      })
      return formatCredentials('The administrator was created.', { email, password })
    }
  },
}

function parseEmail(args: string[]): string {
  try {
    const [email = '', ...more] = parseArgs({ args, options: {}, allowPositionals: true }).positionals
    if (email.trim() === '' || more.length > 0) throw new Error('Exactly one email address is required.')
    return normalizeEmail(email)
  } catch (error) {
    throw toUsageError(error)
  }
}

/** Throws if password sign-in is disabled, because a new password would be of no use. */
function assertLocalLogin({ env }: Pick<Services, 'env'>): void {
  if (env.accounts.localLogin) return
  throw new Error('LOCAL_LOGIN_ENABLED is false: password sign-in is disabled.')
}

/** Throws if the account signs in through a provider. An account that has lost its last provider may get a password. */
async function assertOwnPassword(em: Em, user: User): Promise<void> {
  if (!user.passwordAutomaticallySet) return
  const linked = await em.find(Identity, { userId: user.id }, { orderBy: { id: 'asc' } })
  const primary = user.provider ? [user.provider] : []
  const providers = [...new Set([...primary, ...linked.map(({ provider }) => provider)])]
  if (providers.length === 0) return
  throw new Error(
    `${user.email} signs in through ${providers.join(', ')} and has no password here. Nothing was changed. To create an administrator with a password, run: create EMAIL`,
  )
}

async function createPassword({
  env,
}: Pick<Services, 'env'>): Promise<{ password: string; passwordHash: string }> {
  const password = generatePassword(env.passwordPolicy)
  return { password, passwordHash: await hashPassword(password) }
}

function createPasswordEntry(user: User, action: string, changes: Record<string, unknown> = {}): Entry {
  return {
    ...createSecurityEntry(user, action, changes),
    comment: `By ${readOperator() ?? 'an unknown user'} at the command line.`,
  }
}

function formatCredentials(fact: string, { email, password }: { email: string; password: string }): string {
  return `${fact} This password is shown only this once:\n  email:    ${email}\n  password: ${password}`
}
