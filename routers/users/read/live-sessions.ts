import type { z } from 'zod'
import { isSessionActive } from '../../../src/auth/sessions/active-session.ts'
import type { Env } from '../../../src/config/env.ts'
import type { Queries } from '../../../src/database/database.ts'
import { toWireTime } from '../../../src/procedures/schemas/times.ts'
import type { SessionView } from './live-sessions.schema.ts'

/** Lists the active sessions of a user, newest first; `currentId` is that of the caller. */
export async function listLiveSessions(
  db: Queries,
  env: Env,
  userId: number,
  currentId: number | undefined,
  now: Date,
): Promise<z.infer<typeof SessionView>[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'auth_method', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('user_id', '=', userId)
    .where(isSessionActive('sessions', now, env.session.idleMs))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    auth_method: row.auth_method ?? 'local',
    created_at: toWireTime(row.created_at),
    last_seen_at: toWireTime(row.last_seen_at),
    current: row.id === currentId,
  }))
}
