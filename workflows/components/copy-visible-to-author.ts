import type { Actor, EffectiveAccess } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { authorizeUnderComponentLock } from '../../src/procedures/access/authorize-record.ts'
import { componentScope } from '../../src/procedures/access/scopes.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'

/** What the caller can see of a component, which limits its copy (rule C-30). */
export interface CopyVisibility {
  makerId: number
  /** Includes metadata, additional questions and answers, and the trail; requires a role on the component. */
  asMember: boolean
  /** Includes emails of commenters; requires author or higher on the project (rule R-9). */
  addresses: boolean
  /** Includes texts of withdrawn replies, which project admins can restore. */
  withdrawn: boolean
}

/**
 * Returns what the caller can see of the component to copy, and share-locks it against deletion. Missing and
 * unreadable components are the same 404 (rule C-30).
 */
export async function copyVisibleToAuthor(
  db: Queries,
  componentId: number,
  maker: Actor,
): Promise<CopyVisibility> {
  const standing = await readable(db, componentId, maker)
  return {
    makerId: maker.id,
    asMember: standing.role !== null,
    addresses: roleAtLeast(standing.projectRole, 'author'),
    withdrawn: roleAtLeast(standing.projectRole, 'admin'),
  }
}

async function readable(db: Queries, id: number, actor: Actor): Promise<EffectiveAccess> {
  try {
    const { standing } = await authorizeUnderComponentLock('shared', componentScope, {
      db,
      actor,
      id,
      needs: 'show',
    })
    return standing
  } catch (error) {
    throw error instanceof DomainError ? notFound() : error
  }
}
