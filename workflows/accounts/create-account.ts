import { User } from '../../entities/user.ts'
import { createSecurityEntry } from '../../src/audit/entries/security-entry.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { assertEmailAvailable } from '../../src/auth/accounts/email-available.ts'
import { choosePassword } from '../../src/auth/passwords/choose.ts'
import { hashPassword } from '../../src/auth/passwords/password.ts'
import { createReauthenticationError, type Proof } from '../../src/auth/reauthenticate.ts'
import { createRandomToken } from '../../src/lib/secrets.ts'
import { announceAdmin } from '../../src/outbox/account-chat.ts'
import { enqueueResetMail, createResetLink } from '../../src/outbox/account-mails.ts'
import { notifyAdministrators } from '../../src/outbox/administrator-mails.ts'

/** An account that an administrator creates for someone. */
export interface NewAccount {
  name: string
  email: string
  admin: boolean
  slackUserId: string | null
  /** Null: the user chooses it with an emailed link, or with a link from the administrator. */
  password: string | null
}

/**
 * Creates a confirmed account (rule A-18); returns the password link if email is off. The address stays unverified until
 * the emailed link is used (rule A-91). @throws 403 for an administrator without the caller's proof, 422 for an address
 * that is taken, or an invalid password
 */
export async function createAccount(
  work: UnitOfWork,
  { password, ...values }: NewAccount,
  proof: Proof | null,
): Promise<{ user: User; link: string | null }> {
  const { em, env, now, auditLog, actor } = work
  if (values.admin && !proof) throw createReauthenticationError()
  await assertEmailAvailable(em, values.email)
  const passwordHash =
    password === null ? await hashPassword(createRandomToken()) : await choosePassword(env, password, values)
  const user = em.create(User, { ...values, passwordHash, passwordChangedAt: now, confirmedAt: now })
  const link = password === null && !env.mail.on ? createResetLink(env, user, now, false) : null
  if (password === null && env.mail.on) enqueueResetMail(em, env, user, now)
  if (user.admin) announceAdmin(em, env, user, actor, true, now)
  await em.flush()
  const issued = env.mail.on ? 'password_reset_sent' : 'password_reset_link_made'
  auditLog.record(createSecurityEntry(user, password === null ? issued : 'password_set'))
  if (user.admin) await notifyAdministrators(work, 'admin_created', user)
  return { user, link }
}
