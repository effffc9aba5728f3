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
import { formatRememberCookie, formatSessionCookie } from './cookies.ts'
import { startSession } from './session.ts'
import type { SignInClient } from './sign-in-client.ts'

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
  client: SignInClient,
  { method, remember = false, idToken = null }: SignInMethod,
): Promise<string[]> {
  const previous =
    client.secret === null ? null : await em.findOne(Session, { digest: digestHex(client.secret) })
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
      address: client.address,
      userAgent: client.userAgent,
      idToken,
      consent: previous?.consentAt
        ? { at: previous.consentAt, version: previous.consentVersion ?? null }
        : findValidConsent(client, now),
    },
    now,
  )
  if (await isNewClient(em, user.id, client.userAgent)) notifyOfNewClient(em, user, client, now)
  auditUnlock(auditLog, user, user.lockedAt, 'time')
  user.recordSignIn(now, client.address)
  const entry = createSecurityEntry(user, 'sign_in', { method, client: client.userAgent })
  auditLog.record({ ...entry, actor: user })
  const remembered = rememberSecret === null ? [] : [formatRememberCookie(env, rememberSecret)]
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

function notifyOfNewClient(em: Em, user: User, client: SignInClient, now: Date): void {
  const name = toVerifiedText(user, shortenName(client.userAgent ?? '')) || 'a new client'
  const text = `Someone signed in to your account from ${client.address ?? 'an unknown address'}, with ${name}.`
  enqueueNotice(em, user.email, 'New sign-in', text, now)
}
