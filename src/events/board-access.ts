import { sql } from 'kysely'
import { toDay } from '../../entities/access-token.ts'
import type { Actor } from '../audit/actor.ts'
import {
  isReaderOnly,
  satisfiesNeeds,
  toEffectiveAccess,
  type ScopeRow,
} from '../auth/access/effective-access.ts'
import { joinRoles } from '../auth/access/membership-sql.ts'
import { isTokenActive } from '../auth/active-token.ts'
import { isSessionActive } from '../auth/sessions/active-session.ts'
import type { Env } from '../config/env.ts'
import type { Database } from '../database/database.ts'
import { createLoader } from '../database/loader.ts'
import type { EventScope } from './stored-events.ts'

/** A user who reads the board of a project or component. */
export interface BoardReader {
  actor: Actor
  scope: EventScope
}

/** The part of a board that its reader may see. */
export interface BoardView {
  /**
   * When the component was released, in microseconds since 1970, for readers without a role: they see only later events,
   * without names. Null for members.
   */
  publishedSince: number | null
}

/** Returns what a reader may see of a board; null if their session, token or access has ended. */
export type BoardAccess = (reader: BoardReader) => Promise<BoardView | null>

interface BoardAccessOptions {
  database: Database
  env: Env
  clock: () => Date
}

/** Combines the checks of boards that got the same event into one statement. */
export function createBoardAccess(services: BoardAccessOptions): BoardAccess {
  return createLoader((readers) => loadBoardViews(services, readers))
}

async function loadBoardViews(
  { database, env, clock }: BoardAccessOptions,
  readers: BoardReader[],
): Promise<(BoardView | null)[]> {
  const now = clock()
  const readerRows = readers.map(({ actor, scope }, index) => ({
    ord: index,
    user_id: actor.id,
    admin: actor.admin,
    session_id: actor.session?.id,
    token_id: actor.token?.id,
    ...('projectId' in scope ? { project: scope.projectId } : { component: scope.componentId }),
  }))
  const { rows } = await sql<ScopeRow & { ord: number; released_at: number | null }>`
    select g.ord, p.id as project_id, p.visibility, pm.role as project_role, c.id as component_id,
      cm.role as component_role, coalesce(c.released, false) as released,
      (extract(epoch from c.released_at) * 1000000)::float8 as released_at
    from jsonb_to_recordset(${JSON.stringify(readerRows)}::jsonb) as g(ord int, user_id int, admin boolean,
      session_id int, token_id int, project int, component int)
    join users u on u.id = g.user_id and u.admin = g.admin and u.lock_reason is distinct from 'admin'
    left join components c on c.id = g.component
    join projects p on p.id = coalesce(c.project_id, g.project)
    ${joinRoles(sql.ref('u.id'))}
    where exists (select from sessions s
        where s.id = g.session_id and s.user_id = u.id and ${isSessionActive('s', now, env.session.idleMs)})
      or exists (select from access_tokens t
        where t.id = g.token_id and t.user_id = u.id and ${isTokenActive('t', toDay(now))})`.execute(
    database.queries,
  )
  const rowsByIndex = new Map(rows.map((row) => [row.ord, row]))
  return readers.map(({ actor, scope }, index) => {
    const row = rowsByIndex.get(index)
    const needs = 'projectId' in scope ? 'viewer' : 'show'
    if (!row) return null
    const effectiveAccess = toEffectiveAccess(row, actor)
    if (!satisfiesNeeds(effectiveAccess, needs, row.released)) return null
    return { publishedSince: isReaderOnly(effectiveAccess) ? (row.released_at ?? Infinity) : null }
  })
}
