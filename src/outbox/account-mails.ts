import { AccessToken, dayOf, isActiveToken } from '../../entities/access-token.ts'
import { Identity } from '../../entities/identity.ts'
import { User } from '../../entities/user.ts'
import { hasVerifiedEmail } from '../../entities/verified-email.ts'
import { linkTo } from '../config/base-url.ts'
import type { Env } from '../config/env.ts'
import type { Em } from '../database/database.ts'
import { digestHex, randomToken } from '../lib/secrets.ts'
import { enqueueMail } from './enqueue.ts'
import { oneLine } from './names.ts'

/** Mails about one's own account (rule A-76). Links come from the configured address only; texts are plain. */

/** A fresh unlock token and the mail with its link. */
export function enqueueUnlockMail(em: Em, env: Env, user: User, now: Date): void {
  const token = randomToken()
  user.issueUnlockToken(digestHex(token), now)
  const link = linkTo(env, '/users/unlock', { unlock_token: token })
  const text =
    `Your account was locked after several failed sign-ins.\n\nUnlock it here:\n${link}\n\n` +
    'If you did not create an account here, do not open the link: it confirms the address of the account.\n'
  enqueueMail(em, { to: user.email, subject: 'Unlock instructions', text }, now)
}

/** A fresh reset token and the mail with its link; false for accounts that may have none (rule A-27). */
export function enqueueResetMail(em: Em, env: Env, user: User, now: Date): boolean {
  const link = newResetLink(env, user, now, true)
  if (link === null) return false
  const text =
    'Someone, perhaps you, requested a new password for your account.\n\n' +
    `Choose it here:\n${link}\n\nIf it was not you, ignore this email. Nothing changes.\n`
  enqueueMail(em, { to: user.email, subject: 'Reset password instructions', text }, now)
  return true
}

/** A fresh reset token as a link; null when the account may have none. `mailed` as in `User.issueResetToken`. */
export function newResetLink(env: Env, user: User, now: Date, mailed: boolean): string | null {
  const token = randomToken()
  if (!user.issueResetToken(digestHex(token), now, mailed)) return null
  return linkTo(env, '/users/password/edit', { reset_password_token: token })
}

/** A fresh confirmation token, mailed to the address that is to be confirmed. */
export function enqueueConfirmationMail(em: Em, env: Env, user: User, now: Date): void {
  const token = randomToken()
  user.issueConfirmation(digestHex(token), now)
  const link = linkTo(env, '/users/confirmation', { confirmation_token: token })
  const text =
    `Please confirm this address:\n${link}\n\n` +
    'If you did not create an account here, do not open the link: it confirms the address of an account.\n'
  enqueueMail(
    em,
    { to: user.unconfirmedEmail ?? user.email, subject: 'Confirmation instructions', text },
    now,
  )
}

/** Mails a change of the account, to its address or its previous one. */
export function enqueueNotice(em: Em, to: string, subject: string, text: string, now: Date): void {
  enqueueMail(em, { to, subject, text: `${text}\n\nIf this was not you, tell your administrator.\n` }, now)
}

const IF_NOT_YOU = [
  'If this was not you, someone else may have access to your account. Do this now:',
  '- Choose a new password, and revoke all access tokens and remove the linked sign-ins in the same step. This also cancels an unconfirmed change of your address.',
  '- If you sign in with a provider, end your sessions there and change your password there.',
  '- Tell your administrator, especially if your address was changed. They can restore it and lock the account.',
].join('\n')

/** Notifies the owner that a sign-in method changed, and what to do if it was not them (rule A-39). */
export function enqueueSignInNotice(em: Em, to: string, subject: string, text: string, now: Date): void {
  enqueueMail(em, { to, subject, text: `${text}\n\n${IF_NOT_YOU}\n` }, now)
}

/**
 * Tells both addresses that an account has another one now. The new one may belong to a stranger, who does not read the
 * old one (rule A-94).
 */
export function notifyAddressChanged(
  em: Em,
  { from, to, by = 'Someone signed in as you' }: { from: string; to: string; by?: string },
  now: Date,
): void {
  const fact = `${by} changed the address of your account`
  enqueueSignInNotice(em, from, 'Email changed', `${fact} from ${from} to ${to}.`, now)
  enqueueSignInNotice(em, to, 'Email changed', `${fact} to ${to}.`, now)
}

/** Notifies the current address that a new one must be confirmed. */
export function notifyAddressRequested(em: Em, user: User, email: string, now: Date): void {
  const fact = `The address of your account is being changed to ${email}. The change takes effect when it is confirmed there.`
  enqueueSignInNotice(em, user.email, 'Email changed', fact, now)
}

/** Notifies the owner of an address that someone tried to register it (rule A-11). */
export function enqueueAddressTaken(em: Em, env: Env, email: string, now: Date): void {
  const text =
    'Someone, perhaps you, tried to use this address for an account. It already has an account:\n' +
    `${linkTo(env, '/')}\n\nIf you forgot the password, request a new one there. If it was not you, ignore this email.\n`
  enqueueMail(em, { to: email, subject: 'You already have an account', text }, now)
}

/** Notifies the system administrators that failed attempts locked an account (LOCKOUT_NOTIFY_ADMINS). */
export async function notifyOfLock(em: Em, user: User, address: string | null, now: Date): Promise<void> {
  const admins = await em.find(User, { admin: true, id: { $ne: user.id } }, { orderBy: { id: 'asc' } })
  const text = `The account ${user.email} was locked at ${now.toISOString()}, last attempt from ${address ?? 'unknown'}.`
  for (const admin of admins) enqueueMail(em, { to: admin.email, subject: 'Account locked', text }, now)
}

/** Tells that the password changed, and which access tokens and linked sign-ins still work (rule A-28). */
export async function notifyOfPasswordChange(em: Em, user: User, now: Date): Promise<void> {
  const tokens = await em.find(AccessToken, { userId: user.id, revokedAt: null }, { orderBy: { id: 'asc' } })
  const active = tokens.filter((token) => isActiveToken(token, dayOf(now)))
  const list = active.map(({ name, tokenPrefix }) => itemOf(ownWords(user, name), `(${tokenPrefix}...)`))
  const linked = await em.find(Identity, { userId: user.id }, { orderBy: { id: 'asc' } })
  const names = linked.map(({ provider, email }) =>
    itemOf(provider, ownWords(user, email ? `(${email})` : '')),
  )
  const fact = [
    'The password of your account was changed.',
    ...(active.length > 0
      ? ['These access tokens keep working until you revoke them:', list.join('\n')]
      : []),
    ...(linked.length > 0
      ? ['These linked sign-ins keep working until you remove them:', names.join('\n')]
      : []),
  ]
  enqueueSignInNotice(em, user.email, 'Password changed', fact.join('\n\n'), now)
}

function itemOf(...words: string[]): string {
  return `- ${words.filter((word) => word !== '').join(' ')}`
}

/**
 * What the holder of an account wrote, for mail to its address: left out until the address is verified, because until
 * then it may belong to a stranger (rule A-94).
 */
export function ownWords(user: Pick<User, 'emailVerifiedAt'>, words: string): string {
  return hasVerifiedEmail(user) ? oneLine(words) : ''
}
