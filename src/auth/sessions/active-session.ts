import { type RawBuilder, sql } from 'kysely'
import type { SessionLife } from '../../../entities/session.ts'

/** The session columns that `findSessionEnd` (entities/session.ts) needs. */
export interface StoredSessionLife {
  auth_method: string | null
  end_reason: SessionLife['endReason']
  remember: boolean
  last_seen_at: string
  absolute_expires_at: string
}

/** Converts a row to the entity's types. */
export function toSessionLife(row: StoredSessionLife): SessionLife {
  return {
    authMethod: row.auth_method,
    endReason: row.end_reason,
    remember: row.remember,
    lastSeenAt: new Date(row.last_seen_at),
    absoluteExpiresAt: new Date(row.absolute_expires_at),
  }
}

/** SQL condition: the session is active. test/auth/active-credentials.test.ts compares it with `findSessionEnd`. */
export function isSessionActive(sessions: string, now: Date, idleMs: number): RawBuilder<boolean> {
  const refColumn = (name: string) => sql.ref(`${sessions}.${name}`)
  const idleSince = new Date(now.getTime() - idleMs).toISOString()
  return sql<boolean>`(${refColumn('end_reason')} is null
    and ${refColumn('absolute_expires_at')} > ${now.toISOString()}::timestamptz
    and (${refColumn('remember')} or ${refColumn('auth_method')} is null
      or ${refColumn('last_seen_at')} >= ${idleSince}::timestamptz))`
}
