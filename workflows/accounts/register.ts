import { User } from '../../entities/user.ts'
import { assertEmailFree } from '../../src/auth/accounts/email-free.ts'
import { nobodyAdministrates } from '../../src/auth/accounts/first-administrator.ts'
import { openSession } from '../../src/auth/sessions/open-session.ts'
import type { Visit } from '../../src/auth/sessions/visit.ts'
import { enqueueConfirmationMail } from '../../src/outbox/account-mails.ts'
import type { PublicWork } from '../../src/work.ts'

/** What somebody says about themselves, and the hash of a password that keeps the policy. */
export interface Registration {
  name: string
  email: string
  slackUserId: string | null
  passwordHash: string
}

/**
 * Creates an account of one's own (rule A-13). `cookies` are those of its first session; null where the address must
 * be confirmed first.
 * @throws 422 for an address that is taken
 */
export async function register(
  work: PublicWork,
  given: Registration,
  visit: Visit,
): Promise<{ user: User; cookies: string[] | null }> {
  const { em, now, env } = work
  const { emailConfirmation, firstUserAdmin } = env.accounts
  await assertEmailFree(em, given.email)
  const user = em.create(User, {
    ...given,
    passwordChangedAt: now,
    confirmedAt: emailConfirmation ? null : now,
    admin: firstUserAdmin && (await nobodyAdministrates(em)),
  })
  await em.flush()
  if (!emailConfirmation) return { user, cookies: await openSession(work, user, visit, { method: 'local' }) }
  enqueueConfirmationMail(em, env, user, now)
  return { user, cookies: null }
}
