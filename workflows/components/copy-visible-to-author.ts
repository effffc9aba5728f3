import type { Actor, EffectiveAccess } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import { DomainError, notFoundError } from '../../src/errors.ts'
import { authorizeUnderComponentLock } from '../../src/procedures/access/authorize-record.ts'
import { componentScope } from '../../src/procedures/access/scopes.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'

/** The parts of a component that the caller can see, which limit its copy (rule C-30). */
export interface CopyVisibility {
  copierId: number
  /** Includes metadata, additional questions and answers, and the audit log; requires a role on the component. */
  isMember: boolean
  /** Includes emails of commenters; requires author or higher on the project (rule R-9). */
  addresses: boolean
  /** Includes texts of withdrawn replies, which project admins can restore. */
  withdrawn: boolean
}

/**
 * Returns what the caller can see of the component to copy, and share-locks it against deletion. Missing and
 * unreadable components are the same 404 (rule C-30).
 */
export async function readCopyVisibility(
  db: Queries,
  componentId: number,
  copier: Actor,
): Promise<CopyVisibility> {
  const effectiveAccess = await authorizeReading(db, componentId, copier)
  return {
    copierId: copier.id,
    isMember: effectiveAccess.role !== null,
    addresses: roleAtLeast(effectiveAccess.projectRole, 'author'),
    withdrawn: roleAtLeast(effectiveAccess.projectRole, 'admin'),
  }
}

async function authorizeReading(db: Queries, id: number, actor: Actor): Promise<EffectiveAccess> {
  try {
    const { effectiveAccess } = await authorizeUnderComponentLock('shared', componentScope, {
      db,
      actor,
      id,
      needs: 'show',
    })
    return effectiveAccess
  } catch (error) {
    throw error instanceof DomainError ? notFoundError() : error
  }
}
