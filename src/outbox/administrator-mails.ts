import { User } from '../../entities/user.ts'
import type { UnitOfWork } from '../audit/unit-of-work.ts'
import { enqueueMail } from './enqueue.ts'
import { shortenName } from './names.ts'

/** A privileged change of an account (rule A-92). */
export type PrivilegedChange =
  | 'admin_created'
  | 'admin_granted'
  | 'admin_removed'
  | 'password_set'
  | 'reset_link_created'
  | 'email_changed'
  | 'account_deleted'

const TEXTS: Record<PrivilegedChange, { subject: string; fact: string }> = {
  admin_created: { subject: 'Administrator created', fact: 'created the administrator' },
  admin_granted: { subject: 'Administrator right granted', fact: 'granted the administrator right to' },
  admin_removed: { subject: 'Administrator right removed', fact: 'removed the administrator right from' },
  password_set: { subject: 'Password set by an administrator', fact: 'set a password for' },
  reset_link_created: { subject: 'Reset link created', fact: 'created a link that resets the password of' },
  email_changed: { subject: 'Address changed by an administrator', fact: 'changed the address of' },
  account_deleted: { subject: 'Account deleted by an administrator', fact: 'deleted the account of' },
}

/**
 * Mails all system administrators that one of them changed an account (rule A-92). Locked administrators get none. Call
 * it after the change is flushed, and name the account as it was before.
 */
export function notifyAdministrators(
  { em, actor, now }: Pick<UnitOfWork, 'em' | 'actor' | 'now'>,
  change: PrivilegedChange,
  user: { name: string; email: string },
): Promise<void> {
  return mailAdministrators({ em, now }, `${shortenName(actor.name)} (${actor.email})`, { change, user })
}

/** Mails all system administrators that someone at the command line changed an account. */
export function notifyAdministratorsOfOperator(
  work: Pick<UnitOfWork, 'em' | 'now'>,
  operator: string | null,
  change: PrivilegedChange,
  user: { name: string; email: string },
): Promise<void> {
  const author = `${operator ?? 'An unknown user'}, at the command line of the service,`
  return mailAdministrators(work, author, { change, user })
}

async function mailAdministrators(
  { em, now }: Pick<UnitOfWork, 'em' | 'now'>,
  author: string,
  { change, user }: { change: PrivilegedChange; user: { name: string; email: string } },
): Promise<void> {
  const { subject, fact } = TEXTS[change]
  const admins = await em.find(User, { admin: true }, { orderBy: { id: 'asc' } })
  const text =
    `${author} ${fact} ${shortenName(user.name)} (${user.email}).\n\n` +
    'If you did not expect this, contact them and check the audit trail.\n'
  for (const { email, lockReason } of admins) {
    if (lockReason !== 'admin') enqueueMail(em, { to: email, subject, text }, now)
  }
}
