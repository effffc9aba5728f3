import { Session, findSessionEnd, type SessionEndReason } from '../../../entities/session.ts'
import type { Actor } from '../../audit/actor.ts'
import type { Env } from '../../config/env.ts'
import { toKysely, type Em, type Queries } from '../../database/database.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { digestHex, createRandomToken } from '../../lib/secrets.ts'
import type { Services } from '../../services.ts'
import { refusesSignIn } from '../accounts/can-sign-in.ts'
import { toSessionLife } from './active-session.ts'
import type { Consent } from './consent-mark.ts'

/** Interval for writing the last access of a user's only or latest session. */
const SEEN_EVERY_MS = 60_000
/** The interval for other sessions, so that the order of their use is known. */
const ORDERED_EVERY_MS = 1000

/** A session lookup result. `ended` is the reason why it ended; null while it is active. */
export interface SessionState {
  id: number
  authMethod: string
  ended: SessionEndReason | null
  /** The session's user, even if they cannot use it; null for a browser that never signed in. */
  userId: number | null
  user: Pick<Actor, 'id' | 'name' | 'email' | 'admin' | 'provider'> | null
}

/**
 * Finds a session by its cookie's digest. Ends it if it is past its idle or absolute limit, otherwise records the
 * access (rule E-24).
 */
export async function findSession(
  services: Pick<Services, 'database' | 'env' | 'clock' | 'sessions'>,
  digest: string,
  onUserKnown: (userId: number | null) => Promise<void> = () => Promise.resolve(),
): Promise<SessionState | null> {
  const { database, env, clock } = services
  const row = await services.sessions(digest)
  await onUserKnown(row?.user_id ?? null)
  if (!row) return null
  if (row.auth_method === null) return { id: row.id, authMethod: '', ended: null, userId: null, user: null }
  const now = clock()
  const lifetime = toSessionLife(row)
  const ended = findSessionEnd(lifetime, now, env.session.idleMs)
  if (row.end_reason === null) {
    const seenBefore = new Date(now.getTime() - getAccessIntervalMs(row.newer, env))
    if (ended) await endSession(database.queries, row.id, ended, now)
    else if (lifetime.lastSeenAt < seenBefore) await recordSeen(database.queries, row.id, seenBefore, now)
  }
  const user =
    row.user_id === null || refusesSignIn(row, env) ? null : toUser({ ...row, user_id: row.user_id })
  return { id: row.id, authMethod: row.auth_method, ended, userId: row.user_id, user }
}

/**
 * Minimum age of the last access before it is written again, at most a tenth of the idle limit. It is 0 for the session
 * that the next sign-in would end, so that a session in use is not ended.
 */
function getAccessIntervalMs(newer: number, { session: { idleMs, maxConcurrent } }: Env): number {
  if (maxConcurrent !== null && newer > 0 && newer >= maxConcurrent - 1) return 0
  return Math.min(newer > 0 ? ORDERED_EVERY_MS : SEEN_EVERY_MS, idleMs / 10)
}

async function endSession(db: Queries, id: number, reason: SessionEndReason, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now.toISOString(), end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Updates the last access. Concurrent requests of the session skip it instead of waiting for the lock. */
async function recordSeen(db: Queries, id: number, seenBefore: Date, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('sessions as due')
        .select('due.id')
        .where('due.id', '=', id)
        .where('due.ended_at', 'is', null)
        .where('due.last_seen_at', '<', seenBefore.toISOString())
        .forUpdate()
        .skipLocked(),
    )
    .execute()
}

function toUser(row: {
  user_id: number
  name: string | null
  email: string | null
  admin: boolean | null
  provider: string | null
}): NonNullable<SessionState['user']> {
  return {
    id: row.user_id,
    name: row.name ?? '',
    email: row.email ?? '',
    admin: row.admin === true,
    provider: row.provider,
  }
}

export interface NewSession {
  userId: number
  authMethod: string
  remember: boolean
  address: string | null
  userAgent: string | null
  /** The provider's ID token, for its logout. */
  idToken?: string | null
  /** Secret of the persistent cookie. */
  rememberSecret?: string | null
  /** Consent carried over from the previous session. */
  consent?: Consent | null
}

/**
 * Starts a session and returns its secret; only the digest is stored. Ends sessions above the concurrent limit as
 * superseded, least recently used first (rule A-33).
 */
export async function startSession(em: Em, env: Env, values: NewSession, now: Date): Promise<string> {
  const secret = createRandomToken()
  const lifetime = values.remember ? env.session.rememberMeMs : env.session.absoluteMs
  em.create(Session, {
    digest: digestHex(secret),
    userId: values.userId,
    authMethod: values.authMethod,
    lastSeenAt: now,
    absoluteExpiresAt: new Date(now.getTime() + lifetime),
    ip: values.address,
    userAgent: values.userAgent,
    remember: values.remember,
    ...(values.rememberSecret
      ? {
          rememberDigest: digestHex(values.rememberSecret),
          rememberExpiresAt: new Date(now.getTime() + lifetime),
        }
      : {}),
    idToken: values.idToken ?? null,
    consentAt: values.consent?.at ?? null,
    consentVersion: values.consent?.version ?? null,
    createdAt: now,
  })
  await em.flush()
  if (env.session.maxConcurrent !== null) {
    const live = await em.find(
      Session,
      { userId: values.userId, endedAt: null },
      { orderBy: { lastSeenAt: 'desc', id: 'desc' }, offset: env.session.maxConcurrent },
    )
    for (const session of live) session.end('superseded', now)
  }
  return secret
}

/** Invalidates all persistent cookies of a user. */
export async function forgetRemembered(em: Em, userId: number): Promise<void> {
  await clearRememberDigests(toKysely(em), userId)
}

const clearRememberDigests = preparedQuery(
  (db, userId) =>
    db
      .updateTable('sessions')
      .set({ remember_digest: null, remember_expires_at: null })
      .where('user_id', '=', userId)
      .where('remember_digest', 'is not', null),
  { ignoresResult: true },
)

/** Ends all sessions of a user except `keepId`. */
export async function endSessions(
  em: Em,
  userId: number,
  reason: SessionEndReason,
  now: Date,
  keepId: number | null = null,
): Promise<void> {
  await endSessionsQuery(toKysely(em), now.toISOString(), reason, userId, keepId ?? NO_SESSION_ID)
}

/** An id that no session has. */
const NO_SESSION_ID = 0

const endSessionsQuery = preparedQuery<
  unknown,
  [now: string, reason: SessionEndReason, userId: number, keepId: number]
>(
  (db, now, reason, userId, keepId) =>
    db
      .updateTable('sessions')
      .set({ ended_at: now, end_reason: reason })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('id', '<>', keepId),
  { ignoresResult: true },
)
