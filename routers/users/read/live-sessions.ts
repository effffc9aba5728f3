import type { z } from 'zod'
import type { Actor } from '../../../src/access/actor.ts'
import { sessionLives } from '../../../src/auth/sessions/live.ts'
import type { Queries } from '../../../src/database.ts'
import type { Env } from '../../../src/env.ts'
import { wireTime } from '../../../src/wire/times.ts'
import type { SessionView } from './live-sessions.schema.ts'

/** The sessions with which somebody is signed in at this moment, newest first. */
export async function liveSessions(
  db: Queries,
  env: Env,
  actor: Actor,
  now: Date,
): Promise<z.infer<typeof SessionView>[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'auth_method', 'created_at', 'last_seen_at', 'ip', 'user_agent'])
    .where('user_id', '=', actor.id)
    .where(sessionLives('sessions', now, env.session.idleMs))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    auth_method: row.auth_method ?? 'local',
    created_at: wireTime(row.created_at),
    last_seen_at: wireTime(row.last_seen_at),
    current: row.id === actor.session?.id,
  }))
}
