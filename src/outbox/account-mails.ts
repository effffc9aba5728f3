import { AccessToken, toDay, isActiveToken } from '../../entities/access-token.ts'
import { Identity } from '../../entities/identity.ts'
import { User } from '../../entities/user.ts'
import { hasVerifiedEmail } from '../../entities/verified-email.ts'
import { linkTo } from '../config/base-url.ts'
import type { Env } from '../config/env.ts'
import type { Em } from '../database/database.ts'
import { digestHex, createRandomToken } from '../lib/secrets.ts'
import { enqueueMail } from './enqueue.ts'
import { toOneLine } from './names.ts'

/**
 * Mails to the owner of an account (rule A-76). Links start with the configured address, and texts are plain.
 */

/** Issues an unlock token and mails its link. */
export function enqueueUnlockMail(em: Em, env: Env, user: User, now: Date): void {
  const token = createRandomToken()
  user.issueUnlockToken(digestHex(token), now)
  const link = linkTo(env, '/users/unlock', { unlock_token: token })
  const text =
    `Your account was locked after several failed sign-ins.\n\nUnlock it here:\n${link}\n\n` +
    'If you did not create an account here, do not open the link: it confirms the address of the account.\n'
  enqueueMail(em, { to: user.email, subject: 'Unlock instructions', text }, now)
}

/** Issues a reset token and mails its link; returns false if the account can't have one (rule A-27). */
export function enqueueResetMail(em: Em, env: Env, user: User, now: Date): boolean {
  const link = createResetLink(env, user, now, true)
  if (link === null) return false
  const text =
    'Someone, perhaps you, requested a new password for your account.\n\n' +
    `Choose it here:\n${link}\n\nIf it was not you, ignore this email. Nothing changes.\n`
  enqueueMail(em, { to: user.email, subject: 'Reset password instructions', text }, now)
  return true
}

/** Issues a reset token and returns its link; null if the account can't have one. `mailed` as in `User.issueResetToken`. */
export function createResetLink(env: Env, user: User, now: Date, mailed: boolean): string | null {
  const token = createRandomToken()
  if (!user.issueResetToken(digestHex(token), now, mailed)) return null
  return linkTo(env, '/users/password/edit', { reset_password_token: token })
}

/** Issues a confirmation token and mails its link to the new address. */
export function enqueueConfirmationMail(em: Em, env: Env, user: User, now: Date): void {
  const token = createRandomToken()
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
export function enqueueNotice(em: Em, recipient: string, subject: string, text: string, now: Date): void {
  enqueueMail(
    em,
    { to: recipient, subject, text: `${text}\n\nIf this was not you, tell your administrator.\n` },
    now,
  )
}

const IF_NOT_YOU = [
  'If this was not you, someone else may have access to your account. Do this now:',
  '- Choose a new password, and revoke all access tokens and remove the linked sign-ins in the same step. This also cancels an unconfirmed change of your address.',
  '- If you sign in with a provider, end your sessions there and change your password there.',
  '- Tell your administrator, especially if your address was changed. They can restore it and lock the account.',
].join('\n')

/** Notifies the owner that a sign-in method changed, and what to do if it was not them (rule A-39). */
export function enqueueSignInNotice(
  em: Em,
  recipient: string,
  subject: string,
  text: string,
  now: Date,
): void {
  enqueueMail(em, { to: recipient, subject, text: `${text}\n\n${IF_NOT_YOU}\n` }, now)
}

/**
 * Notifies both addresses that the account's address changed. The mail to the new address does not contain the old one,
 * because the new one may belong to another person (rule A-94).
 */
export function notifyAddressChanged(
  em: Em,
  {
    oldAddress,
    newAddress,
    actorName = 'Someone signed in as you',
  }: { oldAddress: string; newAddress: string; actorName?: string },
  now: Date,
): void {
  const fact = `${actorName} changed the address of your account`
  enqueueSignInNotice(em, oldAddress, 'Email changed', `${fact} from ${oldAddress} to ${newAddress}.`, now)
  enqueueSignInNotice(em, newAddress, 'Email changed', `${fact} to ${newAddress}.`, now)
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

/**
 * Notifies the system administrators, except locked ones, that failed attempts locked an account
 * (LOCKOUT_NOTIFY_ADMINS).
 */
export async function notifyOfLock(em: Em, user: User, address: string | null, now: Date): Promise<void> {
  const others = await em.find(User, { admin: true, id: { $ne: user.id } }, { orderBy: { id: 'asc' } })
  const admins = others.filter(({ lockReason }) => lockReason !== 'admin')
  const text = `The account ${user.email} was locked at ${now.toISOString()}, last attempt from ${address ?? 'unknown'}.`
  for (const admin of admins) enqueueMail(em, { to: admin.email, subject: 'Account locked', text }, now)
}

/** Notifies the owner that the password changed, and which tokens and linked sign-ins still work (rule A-28). */
export async function notifyOfPasswordChange(em: Em, user: User, now: Date): Promise<void> {
  const tokens = await em.find(AccessToken, { userId: user.id, revokedAt: null }, { orderBy: { id: 'asc' } })
  const active = tokens.filter((token) => isActiveToken(token, toDay(now)))
  const list = active.map(({ name, tokenPrefix }) =>
    toListItem(toVerifiedText(user, name), `(${tokenPrefix}...)`),
  )
  const linked = await em.find(Identity, { userId: user.id }, { orderBy: { id: 'asc' } })
  const names = linked.map(({ provider, email }) =>
    toListItem(provider, toVerifiedText(user, email ? `(${email})` : '')),
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

function toListItem(...words: string[]): string {
  return `- ${words.filter((word) => word !== '').join(' ')}`
}

/**
 * Returns a text of the account's owner for a mail to its address. Empty until the address is verified, because until
 * then it may belong to another person (rule A-94).
 */
export function toVerifiedText(user: Pick<User, 'emailVerifiedAt'>, text: string): string {
  return hasVerifiedEmail(user) ? toOneLine(text) : ''
}
