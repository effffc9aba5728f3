import type { User } from '../../entities/user.ts'
import { assertEmailFree } from '../../src/auth/accounts/email-free.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { assertNotOwn } from '../../src/auth/sessions/own-sign-in.ts'
import { refreshContacts } from '../../src/memberships/contacts.ts'
import { announceAdmin } from '../../src/outbox/account-chat.ts'
import { enqueueConfirmationMail, tellAddressChanged } from '../../src/outbox/account-mails.ts'
import type { Work } from '../../src/work.ts'

/** What an administrator changes about an account; absent members stay. */
export interface AccountChange {
  name?: string | undefined
  email?: string | undefined
  admin?: boolean | undefined
  slackUserId?: string | null | undefined
}

/**
 * Changes somebody's account, whose row and all administrators are locked; `others` may administrate beside them
 * (rule A-18). A new address is told to the old one and ends the sessions.
 * @throws 422 for the last administrator, an address that is taken, or one's own address
 */
export async function changeAccount(
  work: Work,
  { user, others }: { user: User; others: number },
  given: AccountChange,
): Promise<void> {
  const { em, db, env, actor, now } = work
  const { name, email } = user
  if (given.admin !== undefined && given.admin !== user.admin) {
    user.setAdmin(given.admin, others)
    announceAdmin(em, env, user, actor, given.admin, now)
  }
  if (given.name !== undefined) user.name = given.name
  if (given.slackUserId !== undefined) user.slackUserId = given.slackUserId
  if (given.email !== undefined && given.email !== user.email) {
    assertNotOwn(user, actor)
    await assertEmailFree(em, given.email, user.id)
    user.changeEmail(given.email)
    if (env.accounts.emailConfirmation && !user.confirmedAt) enqueueConfirmationMail(em, env, user, now)
    tellAddressChanged(em, { from: email, to: user.email, by: 'An administrator' }, now)
  }
  await em.flush()
  if (user.email !== email) await endOtherSessions(work, user.id, null, 'admin')
  if (user.email !== email || user.name !== name) await refreshContacts(db, user.id)
}
