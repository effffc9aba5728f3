import { Session } from '../../../entities/session.ts'
import type { User } from '../../../entities/user.ts'
import { createSecurityEntry } from '../../audit/entries/security-entry.ts'
import type { AnonymousUnitOfWork } from '../../audit/unit-of-work.ts'
import type { Em } from '../../database/database.ts'
import { digestHex, createRandomToken } from '../../lib/secrets.ts'
import { enqueueNotice, toVerifiedText } from '../../outbox/account-mails.ts'
import { shortenName } from '../../outbox/names.ts'
import { auditUnlock } from '../accounts/audit-unlock.ts'
import type { Consent } from './consent-mark.ts'
import { rememberCookie, formatSessionCookie } from './cookies.ts'
import { startSession } from './session.ts'
import type { SignInClient } from './visit.ts'

/** How the user signed in. */
export interface SignInMethod {
  /** `local` or the provider's name. */
  method: string
  remember?: boolean
  /** Stored for the provider's logout. */
  idToken?: string | null
}

/**
 * Signs a user in, in the caller's transaction: creates a session, records the sign-in, replaces the browser's session
 * and copies its consent. Returns the cookies (rule A-33).
 */
export async function openSession(
  { em, env, now, auditLog }: Omit<AnonymousUnitOfWork, 'db'>,
  user: User,
  visit: SignInClient,
  { method, remember = false, idToken = null }: SignInMethod,
): Promise<string[]> {
  const previous =
    visit.secret === null ? null : await em.findOne(Session, { digest: digestHex(visit.secret) })
  previous?.end('superseded', now)
  const rememberSecret = remember && env.session.rememberMe ? createRandomToken() : null
  const secret = await startSession(
    em,
    env,
    {
      userId: user.id,
      authMethod: method,
      remember: rememberSecret !== null,
      rememberSecret,
      address: visit.address,
      userAgent: visit.userAgent,
      idToken,
      consent: previous?.consentAt
        ? { at: previous.consentAt, version: previous.consentVersion ?? null }
        : findValidConsent(visit, now),
    },
    now,
  )
  if (await isNewClient(em, user.id, visit.userAgent)) notifyOfNewClient(em, user, visit, now)
  auditUnlock(auditLog, user, user.lockedAt, 'time')
  user.recordSignIn(now, visit.address)
  auditLog.record(createSecurityEntry(user, 'sign_in', { method, client: visit.userAgent }))
  const remembered = rememberSecret === null ? [] : [rememberCookie(env, rememberSecret)]
  return [formatSessionCookie(env, secret), ...remembered]
}

/** The consent of a browser without a session, unless its time is in the future. */
function findValidConsent({ consent }: SignInClient, now: Date): Consent | null {
  return consent && consent.at <= now ? consent : null
}

/** Whether the user has signed in before, but never with this user agent. */
async function isNewClient(em: Em, userId: number, userAgent: string | null): Promise<boolean> {
  const [earlier, same] = await Promise.all([
    em.count(Session, { userId }),
    em.count(Session, { userId, userAgent }),
  ])
  return earlier > 1 && same === 1
}

function notifyOfNewClient(em: Em, user: User, visit: SignInClient, now: Date): void {
  const client = toVerifiedText(user, shortenName(visit.userAgent ?? '')) || 'a new client'
  const text = `Someone signed in to your account from ${visit.address ?? 'an unknown address'}, with ${client}.`
  enqueueNotice(em, user.email, 'New sign-in', text, now)
}
