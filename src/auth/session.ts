import { sql } from 'kysely'
import { Session, type SessionEndReason } from '../../entities/session.ts'
import { batched } from '../batched.ts'
import { isBarred } from './barred.ts'
import type { Actor, Services } from '../context.ts'
import type { Em } from '../database.ts'
import type { Env } from '../env.ts'
import { digestHex, randomToken } from './secrets.ts'

/** A session as a request finds it. `ended` says why it no longer counts; null while it does. */
export interface FoundSession {
  id: number
  authMethod: string
  ended: SessionEndReason | null
  /** Whose session it is or was, even where they may not use it; null for a browser that never signed in. */
  userId: number | null
  user: Pick<Actor, 'id' | 'name' | 'email' | 'admin' | 'provider'> | null
}

/**
 * A session by the digest of its cookie. One past its idle or absolute limit is ended with that reason;
 * `last_seen_at` moves at most once a minute (design 5).
 */
export async function findSession(services: Services, digest: string): Promise<FoundSession | null> {
  const { database, env, clock } = services
  const row = await services.sessions(digest)
  if (!row) return null
  if (row.auth_method === null) return { id: row.id, authMethod: '', ended: null, userId: null, user: null }
  const overdue = row.past_absolute ? 'absolute' : row.past_idle && !row.remember ? 'idle' : null
  const ended = row.end_reason ?? overdue
  if (row.end_reason === null && (overdue || row.unseen)) {
    const now = clock().toISOString()
    await database.reader
      .updateTable('sessions')
      .set(overdue ? { ended_at: now, end_reason: overdue } : { last_seen_at: now })
      .where('id', '=', row.id)
      .where('ended_at', 'is', null)
      .execute()
  }
  const user = row.user_id === null || isBarred(row, env) ? null : userOf({ ...row, user_id: row.user_id })
  return { id: row.id, authMethod: row.auth_method, ended, userId: row.user_id, user }
}

export interface SessionRow {
  id: number
  auth_method: string | null
  end_reason: SessionEndReason | null
  remember: boolean
  user_id: number | null
  name: string | null
  email: string | null
  admin: boolean | null
  provider: string | null
  lock_reason: string | null
  confirmed_at: string | null
  past_absolute: boolean
  past_idle: boolean
  unseen: boolean
}

/** Finds the session of a cookie's digest as it is stored; null when there is none. */
export type SessionLookup = (digest: string) => Promise<SessionRow | null>

/** Requests that arrive together share one statement: every signed-in request begins with this one. */
export function createSessionLookup(given: Pick<Services, 'database' | 'env' | 'clock'>): SessionLookup {
  return batched((digests) => sessionRows(given, digests))
}

/**
 * By the digest of the session's cookie, else of the one that outlives the browser. As text, not by the query builder:
 * building it costs more than its answer.
 */
async function sessionRows(
  { database, env, clock }: Pick<Services, 'database' | 'env' | 'clock'>,
  digests: string[],
): Promise<(SessionRow | null)[]> {
  const now = clock()
  const { rows } = await sql<SessionRow & { digest: string; remember_digest: string | null }>`
    select s.id, s.digest, s.remember_digest, s.auth_method, s.end_reason, s.remember,
      u.id as user_id, u.name, u.email, u.admin, u.provider, u.lock_reason, u.confirmed_at,
      s.absolute_expires_at <= ${now.toISOString()}::timestamptz as past_absolute,
      s.last_seen_at < ${ago(now, env.session.idleMs)}::timestamptz as past_idle,
      s.last_seen_at < ${ago(now, 60_000)}::timestamptz as unseen
    from sessions s left join users u on u.id = s.user_id
    where s.digest = any (${digests}::text[]) or s.remember_digest = any (${digests}::text[])`.execute(
    database.reader,
  )
  return digests.map(
    (digest) =>
      rows.find((row) => row.digest === digest) ?? rows.find((row) => row.remember_digest === digest) ?? null,
  )
}

function ago(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString()
}

function userOf(row: {
  user_id: number
  name: string | null
  email: string | null
  admin: boolean | null
  provider: string | null
}): NonNullable<FoundSession['user']> {
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
  /** The provider's proof, for its logout. */
  idToken?: string | null
  /** The secret of the cookie that outlives the browser. */
  rememberSecret?: string | null
  /** What the session before this one acknowledged. */
  consent?: { at: Date; version: number | null } | null
}

/**
 * Starts a session and answers the cookie's secret, of which only the digest is stored. Sessions of the user above
 * the concurrent limit end as superseded, those with the oldest last access first (accounts 3.4).
 */
export async function startSession(em: Em, env: Env, given: NewSession, now: Date): Promise<string> {
  const secret = randomToken()
  const lifetime = given.remember ? env.session.rememberMeMs : env.session.absoluteMs
  em.create(Session, {
    digest: digestHex(secret),
    userId: given.userId,
    authMethod: given.authMethod,
    lastSeenAt: now,
    absoluteExpiresAt: new Date(now.getTime() + lifetime),
    ip: given.address,
    userAgent: given.userAgent,
    remember: given.remember,
    ...(given.rememberSecret
      ? {
          rememberDigest: digestHex(given.rememberSecret),
          rememberExpiresAt: new Date(now.getTime() + lifetime),
        }
      : {}),
    idToken: given.idToken ?? null,
    consentAt: given.consent?.at ?? null,
    consentVersion: given.consent?.version ?? null,
    createdAt: now,
  })
  await em.flush()
  if (env.session.maxConcurrent !== null) {
    const live = await em.find(
      Session,
      { userId: given.userId, endedAt: null },
      { orderBy: { lastSeenAt: 'desc', id: 'desc' }, offset: env.session.maxConcurrent },
    )
    for (const session of live) end(session, 'superseded', now)
  }
  return secret
}

/** Ends one session, unless it has ended. */
export function end(session: Session, reason: SessionEndReason, now: Date): void {
  if (session.endedAt) return
  session.endedAt = now
  session.endReason = reason
}

/** Makes every cookie worthless that was to outlive the browser of a user. */
export async function forgetRemembered(em: Em, userId: number): Promise<void> {
  await em.nativeUpdate(
    Session,
    { userId, rememberDigest: { $ne: null } },
    { rememberDigest: null, rememberExpiresAt: null },
  )
}

/** Ends all sessions of a user but `keepId`, in one statement. */
export async function endSessions(
  em: Em,
  userId: number,
  reason: SessionEndReason,
  now: Date,
  keepId: number | null = null,
): Promise<void> {
  await em.nativeUpdate(
    Session,
    { userId, endedAt: null, ...(keepId === null ? {} : { id: { $ne: keepId } }) },
    { endedAt: now, endReason: reason },
  )
}
