import { belongsTo, componentsOf } from '../../../src/access/member.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Asker } from '../../../src/access/actor.ts'
import type { Queries } from '../../../src/database.ts'
import { unseen } from '../../../src/database/unseen.ts'

/**
 * Whether the caller may see the content of component `c`: released, or a membership on its project or on itself.
 * A discoverable project alone reveals nothing (rule C-66).
 */
export function mayReadComponent(actor: Asker) {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`c.id in (${readableBy(actor.id)})`
}

/**
 * The same for a query that finds component `c` by nothing else: it begins at the places of the caller, where the
 * planner, which knows nothing of one caller, may read all components and look which of them are among these.
 */
export function isReadablePlace(actor: Asker) {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`c.id = any (array(${readableBy(unseen(actor.id))}))`
}

function readableBy(user: RawBuilder<number> | number) {
  return sql<number>`select shown.id from components shown where shown.released union all ${componentsOf(user)}`
}

/** Whether the caller has a role on component `c`; only such people see its metadata (rule C-22). */
export const isMember = (actor: Asker) => belongsTo(actor)

/** The components whose content the caller may see, as `c`. */
export function visibleComponents(db: Queries, actor: Asker) {
  return db.selectFrom('components as c').where(mayReadComponent(actor))
}
