import type { Actor, EffectiveAccess } from '../../src/audit/actor.ts'
import type { Queries } from '../../src/database/database.ts'
import { DomainError, notFound } from '../../src/errors.ts'
import { authorizeUnderComponentLock } from '../../src/procedures/access/authorize-record.ts'
import { componentScope } from '../../src/procedures/access/scopes.ts'
import { roleAtLeast } from '../../src/vocabulary.ts'

/** What of a component the maker of a copy sees, so that the copy carries no more (rule C-30). */
export interface CopyVisibility {
  makerId: number
  /** Metadata, additional questions with their answers, and the trail: a role on the component. */
  asMember: boolean
  /** Addresses of commenters: author or higher on the project (rule R-9). */
  addresses: boolean
  /** Texts of withdrawn replies, which project admins can bring back. */
  withdrawn: boolean
}

/**
 * What someone who copies a component sees of it. Missing and unreadable components are the same 404 (rule C-30). It
 * is share-locked, so that no one deletes it meanwhile.
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
