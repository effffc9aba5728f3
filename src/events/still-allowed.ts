import { sql } from 'kysely'
import { componentScope, projectScope } from '../access/scopes.ts'
import { satisfies, standingOf } from '../access/standing.ts'
import type { Actor, Services } from '../context.ts'
import type { EventScope } from './stored.ts'

/** Whether a board may stay open: its session or token lives, and its reader may still look there. Touches neither. */
export async function stillAllowed(services: Services, actor: Actor, scope: EventScope): Promise<boolean> {
  if (!(await credentialLives(services, actor))) return false
  const db = services.database.reader
  if ('projectId' in scope) {
    const row = await projectScope(db, scope.projectId, actor)
    return row !== undefined && satisfies(standingOf(row, actor), 'viewer', row.released)
  }
  const row = await componentScope(db, scope.componentId, actor)
  return row !== undefined && satisfies(standingOf(row, actor), 'show', row.released)
}

async function credentialLives({ database, env, clock }: Services, actor: Actor): Promise<boolean> {
  const now = clock()
  const idleSince = new Date(now.getTime() - env.session.idleMs)
  const { rows } = actor.session
    ? await sql`
        select 1 from sessions s join users u on u.id = s.user_id
        where s.id = ${actor.session.id} and s.end_reason is null and s.absolute_expires_at > ${now}
          and (s.remember or s.last_seen_at >= ${idleSince}) and u.lock_reason is distinct from 'admin'
          and u.admin = ${actor.admin}`.execute(database.reader)
    : await sql`
        select 1 from access_tokens t join users u on u.id = t.user_id
        where t.id = ${actor.token?.id ?? 0} and t.revoked_at is null
          and (t.expires_at is null or t.expires_at > ${now.toISOString().slice(0, 10)}::date)
          and u.lock_reason is distinct from 'admin' and u.admin = ${actor.admin}`.execute(database.reader)
  return rows.length > 0
}
