import { sql } from 'kysely'
import type { Actor } from '../../src/context.ts'
import type { Reader } from '../../src/database.ts'

/**
 * Whether the caller may see the content of component `c`: released, or a membership on its project or on itself.
 * A discoverable project alone reveals nothing (trap 62).
 */
export function mayReadComponent(actor: Actor) {
  if (actor.admin) return sql<boolean>`true`
  return sql<boolean>`(c.released or exists (select from memberships vm where vm.user_id = ${actor.id}
    and (vm.project_id = c.project_id or vm.component_id = c.id)))`
}

/** The components whose content the caller may see, as `c`. */
export function visibleComponents(db: Reader, actor: Actor) {
  return db.selectFrom('components as c').where(mayReadComponent(actor))
}
