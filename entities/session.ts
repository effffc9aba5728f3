import { defineEntity, p } from '@mikro-orm/core'
import { createdAt, id, time } from './columns.ts'
import {
  countFailure,
  isLockedOut,
  type FailureOutcome,
  type Failures,
  type LockoutPolicy,
} from './lockout.ts'
import { User } from './user.ts'

export const SESSION_END_REASONS = [
  'logout',
  'superseded',
  'idle',
  'absolute',
  'password_changed',
  'account_locked',
  'account_deleted',
  'admin',
] as const
export type SessionEndReason = (typeof SESSION_END_REASONS)[number]

/** An external identity that is linked once the owner enters their password (rule A-50). */
export interface PendingLink {
  provider: string
  uid: string
  email: string
  name: string
  expiresAt: string
}

/** A signed-in user's request to link a provider (rule A-50). */
export interface LinkIntent {
  provider: string
  userId: number
  nonce: string
  expiresAt: string
}

/** State of a provider's authorization code flow that the callback needs. */
export interface ProviderFlow {
  provider: string
  state: string
  nonce: string
  codeVerifier: string
  expiresAt: string
}

const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'sessions',
  properties: {
    id: id(),
    digest: p.text().hidden(),
    userId: () => p.manyToOne(User).mapToPk().nullable().fieldName('user_id').deleteRule('cascade'),
    authMethod: p.text().nullable(),
    lastSeenAt: time()
      .defaultRaw('clock_timestamp()')
      .onCreate(() => new Date()),
    absoluteExpiresAt: time(),
    ip: p.text().nullable(),
    userAgent: p.text().nullable(),
    consentAt: time().nullable(),
    consentVersion: p.integer().nullable(),
    idToken: p.text().nullable().hidden(),
    pendingLink: p.json<PendingLink>().nullable().hidden(),
    linkIntent: p.json<LinkIntent>().nullable().hidden(),
    providerFlow: p.json<ProviderFlow>().nullable().hidden(),
    failedAttempts: p.integer().default(0),
    firstFailedAt: time().nullable(),
    lastFailedAt: time().nullable(),
    lockedAt: time().nullable(),
    remember: p.boolean().default(false),
    rememberDigest: p.text().nullable().hidden(),
    rememberExpiresAt: time().nullable(),
    endedAt: time().nullable(),
    endReason: p.enum(SESSION_END_REASONS).nullable(),
    createdAt: createdAt(),
  },
  uniques: [
    { name: 'sessions_digest_unique', properties: ['digest'] },
    { name: 'sessions_remember_digest_unique', properties: ['rememberDigest'] },
  ],
  indexes: [
    { name: 'sessions_user_id', properties: ['userId', 'lastSeenAt'] },
    {
      name: 'sessions_live_by_user',
      properties: ['userId', 'lastSeenAt', 'id'],
      where: 'ended_at is null',
    },
  ],
  checks: [{ name: 'sessions_end_has_reason', expression: '(ended_at is null) = (end_reason is null)' }],
})

/** The columns that determine whether a session is active. */
export interface SessionLife {
  authMethod?: string | null | undefined
  endReason?: SessionEndReason | null | undefined
  remember: boolean
  lastSeenAt: Date
  absoluteExpiresAt: Date
}

/**
 * Returns why a session has ended; null while it is active. Signed-in sessions without "remember me" time
 * out when idle. In SQL: `isSessionActive` (src/auth/sessions/active-session.ts).
 */
export function findSessionEnd(session: SessionLife, now: Date, idleMs: number): SessionEndReason | null {
  if (session.endReason) return session.endReason
  if (session.absoluteExpiresAt <= now) return 'absolute'
  if (session.remember || !session.authMethod) return null
  return session.lastSeenAt.getTime() < now.getTime() - idleMs ? 'idle' : null
}

/**
 * A session always unlocks after the policy's unlock time, whatever the policy's strategy is, or when the account
 * is unlocked.
 */
function toTimedUnlock(policy: LockoutPolicy): LockoutPolicy {
  return { ...policy, strategy: 'time' }
}

/** Whether a session rejects password checks because of too many wrong passwords (rule A-21). */
export function isSessionLocked(
  session: Pick<Failures, 'lockedAt'>,
  now: Date,
  policy: LockoutPolicy,
): boolean {
  return isLockedOut(session, now, toTimedUnlock(policy))
}

/** A browser session, anonymous or signed in (rule A-31); only the digest of the cookie value is stored. */
export class Session extends SessionSchema.class {
  /**
   * Counts a wrong current password in this session, separately from the account's failed sign-ins (rule
   *
   */
  recordFailure(now: Date, policy: LockoutPolicy): FailureOutcome {
    return countFailure(this, now, toTimedUnlock(policy))
  }

  /** Ends the session; does nothing if it has ended. */
  end(reason: SessionEndReason, now: Date): void {
    if (this.endedAt) return
    this.endedAt = now
    this.endReason = reason
  }
}
SessionSchema.setClass(Session)
