import { sql, type RawBuilder } from 'kysely'
import type { Queries } from '../database/database.ts'
import { toWireTime } from '../procedures/schemas/times.ts'
import type { BoardEventKind } from '../vocabulary.ts'
import { readHighWaterMark } from './high-water-mark.ts'

/** The project or component whose events a board shows. */
export type EventScope = { projectId: number } | { componentId: number }

/** One event as boards send it. Events are ordered by id. */
export interface StoredEvent {
  id: number
  kind: BoardEventKind
  projectId: number | null
  componentId: number | null
  /** Microseconds since 1970. */
  at: number
  data: Record<string, unknown>
  /** Ids of the users that its new text mentions; not sent to boards. */
  mentioned: number[]
}

interface EventRow {
  id: number
  kind: BoardEventKind
  project_id: number | null
  component_id: number | null
  data: Record<string, unknown> & { mentioned?: number[] }
  actor_id: number | null
  actor_name: string | null
  created_at: string
  at: number
}

/** Returns the id of the newest complete event; 0 if there are none. */
export async function readNewestEventId(db: Queries): Promise<number> {
  const complete = await readHighWaterMark(db)
  const { rows } = await sql<{ id: number }>`
    select id from domain_events where id <= ${complete} order by id desc limit 1`.execute(db)
  return rows[0]?.id ?? 0
}

/** Returns the event id of a `Last-Event-ID`; null if no such event is stored. */
export async function findEventId(db: Queries, lastEventId: string): Promise<number | null> {
  if (!/^\d{1,15}$/.test(lastEventId)) return null
  const { rows } = await sql<{ id: number }>`
    select id from domain_events where id = ${Number(lastEventId)}`.execute(db)
  return rows[0]?.id ?? null
}

/** Returns the id after which a scope's events since a time follow, up to the id `last`; `last` if there are none. */
export async function findIdBefore(
  db: Queries,
  scope: EventScope,
  { since, last }: { since: Date; last: number },
): Promise<number> {
  const { rows } = await sql<{ earlier: number | null; newest: number | null }>`
    select (select id from domain_events where id <= ${last} and created_at < ${since} and ${inScope(scope)}
        order by id desc limit 1) as earlier,
      (select id from domain_events where id <= ${last} and ${inScope(scope)} order by id desc limit 1) as newest`.execute(
    db,
  )
  const { earlier, newest } = rows[0] ?? { earlier: null, newest: null }
  return newest === earlier ? last : (earlier ?? 0)
}

/** Returns up to `limit` complete events after an id, in order, of one scope or of all. */
export async function readEventsAfter(
  db: Queries,
  after: number,
  limit: number,
  scope?: EventScope,
): Promise<StoredEvent[]> {
  const complete = await readHighWaterMark(db)
  if (complete <= after) return []
  const { rows } = await sql<EventRow>`
    select id, kind, project_id, component_id, data, actor_id, actor_name, created_at::text as created_at,
      (extract(epoch from created_at) * 1000000)::float8 as at
    from domain_events
    where id > ${after} and id <= ${complete} and ${inScope(scope)}
    order by id limit ${limit}`.execute(db)
  return rows.map(toStoredEvent)
}

function toStoredEvent(row: EventRow): StoredEvent {
  const { mentioned = [], ...data } = row.data
  return {
    id: row.id,
    kind: row.kind,
    projectId: row.project_id,
    componentId: row.component_id,
    at: row.at,
    data: {
      actor: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name },
      ...data,
      component_id: row.component_id,
      at: toWireTime(row.created_at),
    },
    mentioned,
  }
}

function inScope(scope: EventScope | undefined): RawBuilder<unknown> {
  if (!scope) return sql`true`
  return 'projectId' in scope
    ? sql`project_id = ${scope.projectId}`
    : sql`component_id = ${scope.componentId}`
}
