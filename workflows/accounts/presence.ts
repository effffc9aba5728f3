import { sql } from 'kysely'
import { PRESENT_MS } from '../../entities/presence.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import { isMemberSql } from '../../src/auth/access/membership-sql.ts'
import { validationError } from '../../src/errors.ts'

/** The component that a user views, and the requirement or comment in it. */
export interface PresenceLocation {
  componentId: number
  ruleId: number | null
  reviewId: number | null
}

export interface PresentPerson {
  user_id: number
  user_name: string
  rule_id: number | null
  review_id: number | null
}

/**
 * Records what the caller views, and returns the other viewers of the component by name (rule R-64).
 * @throws 422 for a component that the caller is not a member of
 */
export async function notePresence(
  { db, actor, now }: UnitOfWork,
  location: PresenceLocation,
): Promise<PresentPerson[]> {
  const { componentId, ruleId, reviewId } = location
  const scope = { project: sql.ref('c.project_id'), component: sql.ref('c.id') }
  const recorded = await sql`
    insert into presences (user_id, component_id, rule_id, review_id, seen_at)
    select ${actor.id}::int, c.id, ${ruleId}::int, ${reviewId}::int, ${now}::timestamptz from components c
    where c.id = ${componentId} and ${actor.admin ? sql`true` : isMemberSql({ ...scope, user: actor.id })}
    on conflict (user_id, component_id) do update
      set rule_id = excluded.rule_id, review_id = excluded.review_id, seen_at = excluded.seen_at
    returning user_id`.execute(db)
  if (recorded.rows.length === 0) {
    throw validationError('presence.unknown_component', 'component_id', 'There is no such component.')
  }
  const since = new Date(now.getTime() - PRESENT_MS)
  const { rows } = await sql<PresentPerson>`
    select x.user_id, u.name as user_name, x.rule_id, x.review_id
    from presences x join users u on u.id = x.user_id join components c on c.id = x.component_id
    where x.component_id = ${componentId} and x.seen_at > ${since}::timestamptz and x.user_id <> ${actor.id}
      and (u.admin or ${isMemberSql({ ...scope, user: sql.ref('x.user_id') })})
    order by u.name, u.id limit 100`.execute(db)
  return rows
}
