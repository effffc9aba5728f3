import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import { authorizeAccess, type RequiredAccess } from '../../auth/access/effective-access.ts'
import type { Target } from '../../auth/access/target.ts'
import type { Queries } from '../../database/database.ts'
import { isRecord } from '../../lib/json-values.ts'
import { MEMBERSHIP_TYPES } from '../../vocabulary.ts'
import { lookupId } from '../schemas/shapes.ts'
import { componentScope, sharedProjectScope } from './scopes.ts'

export type { Target }

/** Reads the target from an unvalidated input; null if it names none. */
export function readTarget(raw: unknown): Target | null {
  if (!isRecord(raw)) return null
  const type = MEMBERSHIP_TYPES.find((name) => name === raw['membership_type'])
  const id = lookupId.safeParse(raw['membership_id'])
  return type && id.success ? { type, id: id.data } : null
}

/** Authorizes the caller on a target; throws 404 or 403 (rule A-7). Concurrent calls share one statement. */
export async function authorizeTarget(
  db: Queries,
  target: Target,
  actor: Actor,
  needs: RequiredAccess,
): Promise<EffectiveAccess> {
  const loadScope = target.type === 'Project' ? sharedProjectScope : componentScope.shared
  return authorizeAccess(db, await loadScope(db, target.id, actor), actor, needs)
}
