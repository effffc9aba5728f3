import { sql } from 'kysely'
import { batched } from '../../database/batched.ts'
import type { Ground } from '../../ground.ts'
import type { StoredSessionLife } from './live.ts'

export interface SessionRow extends StoredSessionLife {
  id: number
  user_id: number | null
  name: string | null
  email: string | null
  admin: boolean | null
  provider: string | null
  lock_reason: string | null
  confirmed_at: string | null
}

/** Finds the session of a cookie's digest as it is stored; null when there is none. */
export type SessionLookup = (digest: string) => Promise<SessionRow | null>

/** Requests that arrive together share one statement: every signed-in request begins with this one. */
export function createSessionLookup(given: Ground): SessionLookup {
  return batched((digests) => sessionRows(given.database, digests))
}

/**
 * By the digest of the session's cookie, else of the one that outlives the browser. As text, not by the query builder:
 * building it costs more than its answer.
 */
async function sessionRows(database: Ground['database'], digests: string[]): Promise<(SessionRow | null)[]> {
  const { rows } = await sql<SessionRow & { digest: string; remember_digest: string | null }>`
    select s.id, s.digest, s.remember_digest, s.auth_method, s.end_reason, s.remember,
      s.absolute_expires_at, s.last_seen_at,
      u.id as user_id, u.name, u.email, u.admin, u.provider, u.lock_reason, u.confirmed_at
    from sessions s left join users u on u.id = s.user_id
    where s.digest = any (${digests}::text[]) or s.remember_digest = any (${digests}::text[])`.execute(
    database.queries,
  )
  return digests.map(
    (digest) =>
      rows.find((row) => row.digest === digest) ?? rows.find((row) => row.remember_digest === digest) ?? null,
  )
}
