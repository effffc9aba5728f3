import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import { authorizeAccess, type RequiredAccess } from '../../auth/access/effective-access.ts'
import type { Target } from '../../auth/access/target.ts'
import type { Queries } from '../../database/database.ts'
import { isRecord } from '../../lib/validation-error.ts'
import { MEMBERSHIP_TYPES } from '../../vocabulary.ts'
import { lookupId } from '../schemas/shapes.ts'
import { componentScope, sharedProjectScope } from './scopes.ts'

export type { Target }

/** The target in an input that is not validated yet; null when there is none to look up. */
export function targetFromInput(raw: unknown): Target | null {
  if (!isRecord(raw)) return null
  const type = MEMBERSHIP_TYPES.find((known) => known === raw['membership_type'])
  const id = lookupId.safeParse(raw['membership_id'])
  return type && id.success ? { type, id: id.data } : null
}

/**
 * Lets the caller pass with the needed role on the target, or throws 404 or 403 (rule A-7); anyone who asks at the same
 * moment shares one statement.
 */
export async function authorizeTarget(
  db: Queries,
  target: Target,
  actor: Actor,
  needs: RequiredAccess,
): Promise<EffectiveAccess> {
  const scopeOf = target.type === 'Project' ? sharedProjectScope : componentScope.shared
  return authorizeAccess(db, await scopeOf(db, target.id, actor), actor, needs)
}
