import { type RawBuilder, sql } from 'kysely'
import type { Caller, EffectiveAccess } from '../../audit/actor.ts'
import { opaqueParameter } from '../../database/opaque-parameter.ts'
import type { Visibility } from '../../vocabulary.ts'

/**
 * Whether a record is hidden from a caller: it is hidden, not released, and they have no role on it (rule A-7). For
 * projects also in SQL below; test/procedures/access/membership.test.ts compares both.
 */
export function isConcealed(
  row: { visibility: Visibility; released: boolean },
  effectiveAccess: Pick<EffectiveAccess, 'role'>,
): boolean {
  return effectiveAccess.role === null && row.visibility === 'hidden' && !row.released
}

/**
 * SQL condition: project `p` is discoverable, or the caller has a role on it (rule A-7). Both parts use an index, so
 * that hidden projects are not scanned.
 */
export function canKnowProject(actor: Caller, p = 'p'): RawBuilder<boolean> {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`(${sql.ref(`${p}.visibility`)} = 'discoverable'
    or ${sql.ref(`${p}.id`)} = any (array(${ownProjectIds(opaqueParameter(actor.id))})))`
}

/** Subquery of the ids of a user's projects. */
export function ownProjectIds(user: RawBuilder<number> | number): RawBuilder<number> {
  return sql<number>`
  select membership.project_id from memberships membership where membership.user_id = ${user} and membership.project_id is not null`
}
