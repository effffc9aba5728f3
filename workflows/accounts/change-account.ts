import type { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { refreshContacts } from '../../src/auth/access/contacts.ts'
import { assertEmailAvailable } from '../../src/auth/accounts/email-available.ts'
import { createReauthenticationError, type Proof } from '../../src/auth/reauthenticate.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { assertNotOwnSignIn } from '../../src/auth/sessions/own-sign-in.ts'
import { announceAdmin } from '../../src/outbox/account-chat.ts'
import { enqueueConfirmationMail, notifyAddressChanged } from '../../src/outbox/account-mails.ts'
import { notifyAdministrators } from '../../src/outbox/administrator-mails.ts'

/** Changes of an account by an administrator; absent members don't change. */
export interface AccountChange {
  name?: string | undefined
  email?: string | undefined
  admin?: boolean | undefined
  slackUserId?: string | null | undefined
}

/**
 * Changes an account; its row and all administrators must be locked (rule A-18). A new address ends the sessions. A new
 * admin right and an address require the caller's proof (rule A-92). @throws 422 for the last administrator, an address that is
 * taken, or the caller's own address; 403 without proof
 */
export async function changeAccount(work: UnitOfWork, target: Target, change: AccountChange): Promise<void> {
  const { em, db } = work
  const { user } = target
  const { name, email, admin } = user
  if (change.admin !== undefined && change.admin !== admin) changeAdmin(work, target, change.admin)
  if (change.name !== undefined) user.name = change.name
  if (change.slackUserId !== undefined) user.slackUserId = change.slackUserId
  if (change.email !== undefined && change.email !== email) await changeEmail(work, target, change.email)
  await em.flush()
  if (user.email !== email) await endOtherSessions(work, user.id, null, 'admin')
  if (user.email !== email || user.name !== name) await refreshContacts(db, user.id)
  if (user.email !== email) await notifyAdministrators(work, 'email_changed', { name: user.name, email })
  if (user.admin !== admin) {
    await notifyAdministrators(work, user.admin ? 'admin_granted' : 'admin_removed', user)
  }
}

interface Target {
  user: User
  others: number
  proof: Proof | null
}

function changeAdmin(
  { em, env, actor, now }: UnitOfWork,
  { user, others, proof }: Target,
  admin: boolean,
): void {
  if (admin && !proof) throw createReauthenticationError()
  user.setAdmin(admin, others)
  announceAdmin(em, env, user, actor, admin, now)
}

async function changeEmail(
  { em, env, actor, now }: UnitOfWork,
  { user, proof }: Target,
  email: string,
): Promise<void> {
  if (!proof) throw createReauthenticationError()
  assertNotOwnSignIn(user, actor)
  await assertEmailAvailable(em, email, user.id)
  const oldAddress = user.email
  user.changeEmail(email)
  if (env.accounts.emailConfirmation && !user.confirmedAt) enqueueConfirmationMail(em, env, user, now)
  notifyAddressChanged(em, { oldAddress, newAddress: email, actorName: 'An administrator' }, now)
}
