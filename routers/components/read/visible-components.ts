import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../src/audit/actor.ts'
import { isComponentMember, memberComponentIds } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { opaqueParameter } from '../../../src/database/opaque-parameter.ts'

/**
 * Whether the caller can see component `c`: it is released, or the caller is a member of it or its project. A
 * discoverable project reveals nothing (rule C-66).
 */
export function canReadComponent(actor: Caller) {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`c.id in (${selectReadableBy(actor.id)})`
}

/**
 * Like `canReadComponent`, for queries without another condition: starts from the caller's memberships, because the
 * planner would otherwise scan all components.
 */
export function isReadableComponent(actor: Caller) {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`c.id = any (array(${selectReadableBy(opaqueParameter(actor.id))}))`
}

function selectReadableBy(user: RawBuilder<number> | number) {
  return sql<number>`select shown.id from components shown where shown.released union all ${memberComponentIds(user)}`
}

/** Whether the caller has a role on component `c`, which is required to see its metadata (rule C-22). */
export const isMember = (actor: Caller) => isComponentMember(actor)

/** Query for the components `c` that the caller can read. */
export function selectVisibleComponents(db: Queries, actor: Caller) {
  return db.selectFrom('components as c').where(canReadComponent(actor))
}
