import { sql } from 'kysely'
import { dayOf } from '../../entities/access-token.ts'
import { sessionLives } from '../auth/sessions/live.ts'
import { liveToken } from '../auth/live-token.ts'
import { rolesOf } from '../access/member.ts'
import { satisfies, standingOf, type ScopeRow } from '../access/standing.ts'
import { batched } from '../database/batched.ts'
import type { Actor } from '../access/actor.ts'
import type { Database } from '../database.ts'
import type { Env } from '../env.ts'
import type { EventScope } from './stored.ts'

/** Who looks at which board. */
export interface BoardReader {
  actor: Actor
  scope: EventScope
}

/** Whether a board may stay open: its session or token lives, and its reader may still look there. Touches neither. */
export type BoardAccess = (reader: BoardReader) => Promise<boolean>

interface Asking {
  database: Database
  env: Env
  clock: () => Date
}

/** Boards that ask at the same time, because an event reached all of them, share one statement. */
export function createBoardAccess(services: Asking): BoardAccess {
  return batched((readers) => stillAllowed(services, readers))
}

async function stillAllowed({ database, env, clock }: Asking, readers: BoardReader[]): Promise<boolean[]> {
  const now = clock()
  const given = readers.map(({ actor, scope }, index) => ({
    ord: index,
    user_id: actor.id,
    admin: actor.admin,
    session_id: actor.session?.id,
    token_id: actor.token?.id,
    ...('projectId' in scope ? { project: scope.projectId } : { component: scope.componentId }),
  }))
  const { rows } = await sql<ScopeRow & { ord: number }>`
    select g.ord, p.id as project_id, p.visibility, pm.role as project_role, c.id as component_id,
      cm.role as component_role, coalesce(c.released, false) as released
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(ord int, user_id int, admin boolean,
      session_id int, token_id int, project int, component int)
    join users u on u.id = g.user_id and u.admin = g.admin and u.lock_reason is distinct from 'admin'
    left join components c on c.id = g.component
    join projects p on p.id = coalesce(c.project_id, g.project)
    ${rolesOf(sql.ref('u.id'))}
    where exists (select from sessions s
        where s.id = g.session_id and s.user_id = u.id and ${sessionLives('s', now, env.session.idleMs)})
      or exists (select from access_tokens t
        where t.id = g.token_id and t.user_id = u.id and ${liveToken('t', dayOf(now))})`.execute(
    database.queries,
  )
  const found = new Map(rows.map((row) => [row.ord, row]))
  return readers.map(({ actor, scope }, index) => {
    const row = found.get(index)
    const needs = 'projectId' in scope ? 'viewer' : 'show'
    return row !== undefined && satisfies(standingOf(row, actor), needs, row.released)
  })
}
