import { LockMode } from '@mikro-orm/core'
import { User } from '../../entities/user.ts'
import type { AnonymousUnitOfWork } from '../../src/audit/unit-of-work.ts'
import { refreshContacts } from '../../src/auth/access/contacts.ts'
import { assertEmailAvailable } from '../../src/auth/accounts/email-available.ts'
import { findSessionBySecret } from '../../src/auth/external/browser.ts'
import { endOtherSessions } from '../../src/auth/sessions/end-sessions.ts'
import type { SignInClient } from '../../src/auth/sessions/sign-in-client.ts'
import { digestHex } from '../../src/lib/secrets.ts'
import { notifyAddressChanged } from '../../src/outbox/account-mails.ts'

const CONFIRMATION_TTL = 3 * 86_400_000

/**
 * Confirms the address of an emailed token; a new address replaces the old one and ends other sessions (rule
 * Returns the cookie of the owner's session; null for an unknown token.
 * @throws 422 for an expired token, and for an address that is taken by now
 */
export async function confirmAddress(
  work: AnonymousUnitOfWork,
  token: string,
  client: SignInClient,
): Promise<string[] | null> {
  const { em, db, now } = work
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE }
  const user = await em.findOne(User, { confirmationTokenDigest: digestHex(token) }, lock)
  if (!user) return null
  const pending = user.unconfirmedEmail
  if (pending) {
    await assertEmailAvailable(em, pending, user.id)
    notifyAddressChanged(em, { oldAddress: user.email, newAddress: pending }, now)
  }
  user.confirm(now, CONFIRMATION_TTL)
  await em.flush()
  if (!pending) return []
  const present = await findSessionBySecret(work, client)
  const presenceId = present?.userId === user.id ? present.id : null
  const cookies = await endOtherSessions(work, user.id, presenceId, 'password_changed')
  await refreshContacts(db, user.id)
  return cookies
}
