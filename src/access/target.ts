import type { Actor, Standing } from './actor.ts'
import type { Queries } from '../database.ts'
import { isRecord } from '../wire/refused-input.ts'
import { soughtId } from '../wire/shapes.ts'
import { MEMBERSHIP_TYPES, type MembershipType } from '../vocabulary.ts'
import { componentScope, sharedProjectScope } from './scopes.ts'
import { admit, type Needs } from './standing.ts'

/** A project or a component that a request names by type and id, as memberships and the user search do. */
export interface Target {
  type: MembershipType
  id: number
}

/** The target in an input that is not validated yet; null when there is none to look up. */
export function targetIn(raw: unknown): Target | null {
  if (!isRecord(raw)) return null
  const type = MEMBERSHIP_TYPES.find((known) => known === raw['membership_type'])
  const id = soughtId.safeParse(raw['membership_id'])
  return type && id.success ? { type, id: id.data } : null
}

/**
 * Lets the caller pass with the needed role on the target, or throws 404 or 403 (rule A-7); whoever asks at the same
 * moment shares one statement.
 */
export async function admitTo(db: Queries, target: Target, actor: Actor, needs: Needs): Promise<Standing> {
  const scopeOf = target.type === 'Project' ? sharedProjectScope : componentScope.shared
  return admit(db, await scopeOf(db, target.id, actor), actor, needs)
}
