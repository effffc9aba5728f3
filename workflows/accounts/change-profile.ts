import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/user.ts'
import { createSecurityEntry } from '../../src/audit/entries/security-entry.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { lockContacts, refreshContacts } from '../../src/auth/access/contacts.ts'
import { assertEmailAvailable, isEmailAvailable } from '../../src/auth/accounts/email-available.ts'
import type { ProvenChange } from '../../src/auth/accounts/prove-profile-change.ts'
import { assertProofValid } from '../../src/auth/reauthenticate.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import { notFoundError } from '../../src/errors.ts'
import { digestHex, createRandomToken } from '../../src/lib/secrets.ts'
import {
  enqueueAddressTaken,
  enqueueConfirmationMail,
  notifyAddressChanged,
  notifyAddressRequested,
} from '../../src/outbox/account-mails.ts'
import { applyPasswordEffects, type PasswordRevocations } from './new-password.ts'

/** Changes of the caller's own account; absent members don't change. */
export interface ProfileChange extends PasswordRevocations {
  name?: string | undefined
  slackUserId?: string | null | undefined
  /** Changes that required the password or a fresh sign-in, which was verified. */
  proven: ProvenChange
}

/**
 * Changes the caller's own account (rule A-6). Returns messages, and the session cookie, which is new after a
 * change of the sign-in.
 * @throws 404, 422 for an address that is taken
 */
export async function changeProfile(
  work: UnitOfWork,
  change: ProfileChange,
): Promise<{ user: User; messages: string[]; cookies: string[] }> {
  const { em, db, now, actor, auditLog } = work
  const { proven } = change
  if (change.name !== undefined || proven.email !== null) await lockContacts(db, actor.id)
  const user = await em.findOne(User, { id: actor.id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!user) throw notFoundError()
  if (proven.proof) await assertProofValid(work, proven.proof)
  const before = { name: user.name, email: user.email }
  if (change.name !== undefined) user.name = change.name
  if (change.slackUserId !== undefined) user.slackUserId = change.slackUserId
  const messages: string[] = []
  const isPasswordOnly =
    proven.passwordHash !== null && change.name === undefined && change.slackUserId === undefined
  if (!isPasswordOnly) messages.push('Your profile is saved.')
  if (proven.passwordHash !== null) {
    user.setPassword(proven.passwordHash, now)
    auditLog.record(createSecurityEntry(user, 'password_changed'))
    await applyPasswordEffects(work, user, change)
    messages.push('Your password is changed; other sessions have ended.')
  }
  // After the password, because that drops an unconfirmed address.
  if (proven.email !== null) messages.push(await changeEmail(work, user, proven.email))
  await em.flush()
  if (user.name !== before.name || user.email !== before.email) await refreshContacts(db, user.id)
  if (proven.passwordHash === null && user.email === before.email) return { user, messages, cookies: [] }
  const present = actor.session?.id ?? null
  return { user, messages, cookies: await endOtherSessions(work, user.id, present, 'password_changed') }
}

/**
 * Changes the address, or stores it until it is confirmed; notifies the old one (rule A-16). Unconfirmed, the
 * response for a taken address is the same, and its owner gets another email (rule A-11).
 */
async function changeEmail({ em, env, now }: UnitOfWork, user: User, email: string): Promise<string> {
  if (!env.accounts.emailConfirmation) {
    await assertEmailAvailable(em, email, user.id)
    notifyAddressChanged(em, { oldAddress: user.email, newAddress: email }, now)
    user.changeEmail(email)
    return 'Your address is changed.'
  }
  const free = await isEmailAvailable(em, email, user.id)
  notifyAddressRequested(em, user, email, now)
  user.requestEmail(email, digestHex(createRandomToken()), now)
  if (free) enqueueConfirmationMail(em, env, user, now)
  else enqueueAddressTaken(em, env, email, now)
  return `We have emailed a link to ${email}. Your old address stays valid until you open it.`
}
