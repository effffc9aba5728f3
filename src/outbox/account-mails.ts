import { AccessToken, dayOf, tokenLives } from '../../entities/access-token.ts'
import { Identity } from '../../entities/identity.ts'
import { User } from '../../entities/user.ts'
import { digestHex, randomToken } from '../auth/secrets.ts'
import type { Em } from '../database.ts'
import type { Env } from '../env.ts'
import { linkTo } from '../http/base-url.ts'
import { enqueueMail } from './enqueue.ts'

/** Mails about one's own account (rule A-76). Links come from the configured address only; texts are plain. */

/** A fresh unlock token and the mail with its link. */
export function enqueueUnlockMail(em: Em, env: Env, user: User, now: Date): void {
  const token = randomToken()
  user.issueUnlockToken(digestHex(token), now)
  const link = linkTo(env, '/users/unlock', { unlock_token: token })
  const text = `Your account was locked after several failed sign-ins.\n\nUnlock it here:\n${link}\n`
  enqueueMail(em, { to: user.email, subject: 'Unlock instructions', text }, now)
}

/** A fresh reset token and the mail with its link; false for accounts that may have none (rule A-27). */
export function enqueueResetMail(em: Em, env: Env, user: User, now: Date): boolean {
  const link = newResetLink(env, user, now)
  if (link === null) return false
  const text =
    'Somebody, hopefully you, asked for a new password.\n\n' +
    `Choose it here:\n${link}\n\nIf it was not you, ignore this mail: nothing changes.\n`
  enqueueMail(em, { to: user.email, subject: 'Reset password instructions', text }, now)
  return true
}

/** A fresh reset token as a link; null when the account may have none. */
export function newResetLink(env: Env, user: User, now: Date): string | null {
  const token = randomToken()
  if (!user.issueResetToken(digestHex(token), now)) return null
  return linkTo(env, '/users/password/edit', { reset_password_token: token })
}

/** A fresh confirmation token, mailed to the address that is to be confirmed. */
export function enqueueConfirmationMail(em: Em, env: Env, user: User, now: Date): void {
  const token = randomToken()
  user.issueConfirmation(digestHex(token), now)
  const link = linkTo(env, '/users/confirmation', { confirmation_token: token })
  const text = `Please confirm this address:\n${link}\n`
  enqueueMail(
    em,
    { to: user.unconfirmedEmail ?? user.email, subject: 'Confirmation instructions', text },
    now,
  )
}

/** A plain fact about the account, to its address or to the one it had before. */
export function enqueueNotice(em: Em, to: string, subject: string, text: string, now: Date): void {
  enqueueMail(em, { to, subject, text: `${text}\n\nIf this was not you, tell your administrator.\n` }, now)
}

const IF_NOT_YOU = [
  'If this was not you, somebody else may be able to use your account. Do this now:',
  '- Choose a new password; with it, revoke all access tokens and remove the linked sign-ins. It also stops a change of address that is not confirmed yet.',
  '- If you sign in with a provider, end your sessions there and change your password there.',
  '- Tell your administrator, above all if your address was changed: they can set it back and lock the account.',
].join('\n')

/** Tells the owner that a way to sign in changed, and what to do if somebody else did it (rule A-39). */
export function enqueueSignInNotice(em: Em, to: string, subject: string, text: string, now: Date): void {
  enqueueMail(em, { to, subject, text: `${text}\n\n${IF_NOT_YOU}\n` }, now)
}

/** Tells both addresses that an account's address is another one now. */
export function tellAddressChanged(
  em: Em,
  { from, to, by }: { from: string; to: string; by?: string },
  now: Date,
): void {
  const fact = `${by ?? 'Somebody signed in as you'} changed the address of your account from ${from} to ${to}.`
  for (const address of [from, to]) enqueueSignInNotice(em, address, 'Email changed', fact, now)
}

/** Tells the system administrators that an account locked itself (LOCKOUT_NOTIFY_ADMINS). */
export async function notifyOfLock(em: Em, user: User, address: string | null, now: Date): Promise<void> {
  const admins = await em.find(User, { admin: true, id: { $ne: user.id } }, { orderBy: { id: 'asc' } })
  const text = `The account ${user.email} was locked at ${now.toISOString()}, last attempt from ${address ?? 'unknown'}.`
  for (const admin of admins) enqueueMail(em, { to: admin.email, subject: 'Account locked', text }, now)
}

/** Tells that the password changed, and which access tokens and linked sign-ins still work (rule A-28). */
export async function tellPasswordChanged(em: Em, user: User, now: Date): Promise<void> {
  const tokens = await em.find(AccessToken, { userId: user.id, revokedAt: null }, { orderBy: { id: 'asc' } })
  const active = tokens.filter((token) => tokenLives(token, dayOf(now)))
  const list = active.map(({ name, tokenPrefix }) => `- ${name} (${tokenPrefix}...)`).join('\n')
  const more = active.length > 0 ? `\n\nThese access tokens keep working until you revoke them:\n${list}` : ''
  const linked = await em.find(Identity, { userId: user.id }, { orderBy: { id: 'asc' } })
  const names = linked.map(({ provider, email }) => `- ${provider}${email ? ` (${email})` : ''}`).join('\n')
  const others =
    linked.length > 0 ? `\n\nThese linked sign-ins keep working until you remove them:\n${names}` : ''
  const fact = `The password of your account was changed.${more}${others}`
  enqueueSignInNotice(em, user.email, 'Password changed', fact, now)
}
