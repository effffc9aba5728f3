import type { Actor } from '../../audit/actor.ts'
import { authorizeAccess } from '../../auth/access/effective-access.ts'
import type { Queries } from '../../database/database.ts'
import { DomainError } from '../../errors.ts'
import { lookupId } from '../schemas/shapes.ts'
import { componentScope, projectScope, ruleScope, tombstoneScope } from './scopes.ts'

/** The access that reading the audit log requires (rule C-70). */
export const AUDIT_TARGET = 'viewer; system admin without one'

/**
 * Authorizes viewers of the records that the input names, and system administrators. Skips invalid ids: the operation
 * validates them after authorization.
 */
export async function authorizeAuditAccess(
  db: Queries,
  actor: Actor,
  input: Record<string, unknown>,
): Promise<void> {
  const names = ['project_id', 'component_id', 'rule_id'].filter((name) => input[name] !== undefined)
  if (names.length === 0 && !actor.admin) {
    throw new DomainError(
      'forbidden',
      'permission_denied',
      'Only a system administrator may read the whole trail.',
    )
  }
  for (const name of names) {
    const id = lookupId.safeParse(input[name])
    if (id.success) {
      await authorizeAccess(db, await findScopeByName(db, name, id.data, actor), actor, 'viewer')
    }
  }
}

async function findScopeByName(db: Queries, name: string, id: number, actor: Actor) {
  if (name === 'project_id') return projectScope(db, id, actor)
  if (name === 'component_id') return componentScope(db, id, actor)
  return (await ruleScope(db, id, actor)) ?? tombstoneScope(db, id, actor)
}
