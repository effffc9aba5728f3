import { sql, type RawBuilder } from 'kysely'
import type { CoreServices } from '../../core-services.ts'
import { createLoader } from '../../database/loader.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import type { StoredSessionLife } from './active-session.ts'

export interface SessionRow extends StoredSessionLife {
  id: number
  user_id: number | null
  name: string | null
  email: string | null
  admin: boolean | null
  provider: string | null
  lock_reason: string | null
  confirmed_at: string | null
  /** Number of the user's sessions with later use, up to the concurrent session limit; 0 without a limit. */
  newer: number
}

/** Finds a session by its cookie's digest; null if there is none. */
export type SessionLookup = (digest: string) => Promise<SessionRow | null>

/** Creates a lookup that batches concurrent requests into one statement, because every signed-in request needs it. */
export function createSessionLookup(services: CoreServices): SessionLookup {
  const maxSessions = services.env.session.maxConcurrent ?? 0
  return createLoader((digests) => readSessionRows(services.database, digests, maxSessions))
}

type SessionLookupRow = SessionRow & { digest: string; remember_digest: string | null }

function selectSessions(condition: RawBuilder<unknown>, maxSessions: number): RawBuilder<SessionLookupRow> {
  return sql<SessionLookupRow>`
    select s.id, s.digest, s.remember_digest, s.auth_method, s.end_reason, s.remember,
      s.absolute_expires_at, s.last_seen_at,
      u.id as user_id, u.name, u.email, u.admin, u.provider, u.lock_reason, u.confirmed_at,
      (select count(*)::integer from (select from sessions o where o.user_id = s.user_id and o.ended_at is null
        and o.last_seen_at > s.last_seen_at limit ${maxSessions}) later) as newer
    from sessions s left join users u on u.id = s.user_id
    where ${condition}`
}

/** For a single digest the planner expects one row. */
const findByDigest = preparedQuery(
  (_, digest: string, maxSessions: number) =>
    selectSessions(sql`s.digest = ${digest} or s.remember_digest = ${digest}`, maxSessions),
  { short: true },
)
const findByDigests = preparedQuery(
  (_, digests: string[], maxSessions: number) =>
    selectSessions(
      sql`s.digest = any (${digests}::text[]) or s.remember_digest = any (${digests}::text[])`,
      maxSessions,
    ),
  { short: true },
)

/** Finds sessions by the digest of the session cookie, else of the persistent cookie. */
async function readSessionRows(
  database: CoreServices['database'],
  digests: string[],
  maxSessions: number,
): Promise<(SessionRow | null)[]> {
  const [only, ...others] = digests
  const rows =
    only !== undefined && others.length === 0
      ? await findByDigest(database.queries, only, maxSessions)
      : await findByDigests(database.queries, digests, maxSessions)
  return digests.map(
    (digest) =>
      rows.find((row) => row.digest === digest) ?? rows.find((row) => row.remember_digest === digest) ?? null,
  )
}
