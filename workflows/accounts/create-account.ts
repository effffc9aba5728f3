import { User } from '../../entities/user.ts'
import { securityEntry } from '../../src/audit/security-entry.ts'
import { assertEmailFree } from '../../src/auth/accounts/email-free.ts'
import { choosePassword } from '../../src/auth/passwords/choose.ts'
import { hashPassword } from '../../src/auth/passwords/password.ts'
import { randomToken } from '../../src/auth/secrets.ts'
import { announceAdmin } from '../../src/outbox/account-chat.ts'
import { enqueueResetMail, newResetLink } from '../../src/outbox/account-mails.ts'
import type { Work } from '../../src/work.ts'

/** An account that an administrator makes for somebody. */
export interface NewAccount {
  name: string
  email: string
  admin: boolean
  slackUserId: string | null
  /** Null: the person chooses it, by a mailed link or by one that the administrator passes on. */
  password: string | null
}

/**
 * Creates an account, confirmed at once (rule A-18). Answers the link with which its owner chooses a password, where
 * there is no mail to send it.
 * @throws 422 for an address that is taken, or a password against the policy
 */
export async function createAccount(
  { em, env, now, trail, actor }: Work,
  { password, ...given }: NewAccount,
): Promise<{ user: User; link: string | null }> {
  await assertEmailFree(em, given.email)
  const passwordHash =
    password === null ? await hashPassword(randomToken()) : await choosePassword(env, password, given)
  const user = em.create(User, { ...given, passwordHash, passwordChangedAt: now, confirmedAt: now })
  const link = password === null && !env.mail.on ? newResetLink(env, user, now) : null
  if (password === null && env.mail.on) enqueueResetMail(em, env, user, now)
  if (user.admin) announceAdmin(em, env, user, actor, true, now)
  await em.flush()
  const issued = env.mail.on ? 'password_reset_sent' : 'password_reset_link_made'
  trail.record(securityEntry(user, password === null ? issued : 'password_set'))
  return { user, link }
}
