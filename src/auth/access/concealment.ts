import { type RawBuilder, sql } from 'kysely'
import type { Caller, EffectiveAccess } from '../../audit/actor.ts'
import { opaqueParameter } from '../../database/opaque-parameter.ts'
import type { Visibility } from '../../vocabulary.ts'

/**
 * Whether someone may not know that a record exists: it is hidden, not released, and they have no role on it
 * (rule A-7). Below in SQL for projects; test/procedures/access/membership.test.ts compares both.
 */
export function isConcealed(
  row: { visibility: Visibility; released: boolean },
  standing: Pick<EffectiveAccess, 'role'>,
): boolean {
  return standing.role === null && row.visibility === 'hidden' && !row.released
}

/**
 * Whether a caller may know of project `p`: it is discoverable, or they have a role on it (rule A-7). Both halves have
 * an index, so that no one has to look through the projects which are hidden from them.
 */
export function mayKnowProject(actor: Caller, p = 'p'): RawBuilder<boolean> {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(`${p}.visibility`)} = 'discoverable'
    or ${sql.ref(`${p}.id`)} = any (array(${ownProjectIds(opaqueParameter(actor.id))})))`
}

/** Ids of the projects that someone has a role on, as a query. */
export function ownProjectIds(user: RawBuilder<number> | number): RawBuilder<number> {
  return sql<number>`
  select held.project_id from memberships held where held.user_id = ${user} and held.project_id is not null`
}
