import { sql } from 'kysely'
import type { Actor } from '../../audit/actor.ts'
import { isConcealed } from '../../auth/access/concealment.ts'
import {
  authorizeAccess,
  createAccessDeniedError,
  satisfiesNeeds,
  toEffectiveAccess,
} from '../../auth/access/effective-access.ts'
import { joinRoles } from '../../auth/access/membership-sql.ts'
import type { Queries } from '../../database/database.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { notFoundError } from '../../errors.ts'
import { findHigherRole, roleAtLeast, type MembershipType, type Role } from '../../vocabulary.ts'
import { componentScope, projectScope, type ComponentScope } from './scopes.ts'

interface ProposalScope extends ComponentScope {
  source_rule_id: number
  /** Whether the proposal names a component or a project as its target. */
  names_target: boolean
  /** The caller's roles on the target that the proposal names, and on its project. */
  named_role: Role | null
  named_project_role: Role | null
  named_project_id: number | null
}

/** Reads the source of a proposal, and the caller's roles there and on the named target. */
export async function proposalScope(
  db: Queries,
  id: number,
  actor: Actor,
): Promise<ProposalScope | undefined> {
  const [row] = await proposalScopes(db, id, actor.id)
  return row
}

const proposalScopes = preparedQuery(
  (_, id, userId) => sql<ProposalScope>`
    select l.source_rule_id, l.named_target is not null as names_target, c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role,
      np.id as named_project_id, npm.role as named_project_role, ncm.role as named_role
    from requirement_relocations l
    join components c on c.id = l.component_id
    join projects p on p.id = c.project_id
    ${joinRoles(userId)}
    left join components n on l.named_target = 'Component' and n.id = l.target_component_id
    left join projects np on np.id = case l.named_target
      when 'Component' then n.project_id when 'Project' then l.target_project_id end
    left join memberships npm on npm.project_id = np.id and npm.user_id = ${userId}
    left join memberships ncm on ncm.component_id = n.id and ncm.user_id = ${userId}
    where l.id = ${id}`,
)

/**
 * Authorizes members of the source, and authors of the named target, to see and preview a relocation (rule C-64). For
 * others it is hidden like its source (rule A-7), even in a discoverable project. Returns `row`.
 */
export async function authorizeRelocation(
  db: Queries,
  row: ProposalScope | undefined,
  actor: Actor,
): Promise<ProposalScope> {
  if (!row) throw notFoundError()
  if (toEffectiveAccess(row, actor).role === null && !isAuthorOfNamed(row)) {
    await authorizeAccess(db, row, actor, 'viewer')
  }
  return row
}

/**
 * Authorizes accepting or declining a relocation. If the proposal names no target, the caller must also be an author of
 * its source (rule C-64). Returns `row`.
 */
export async function authorizeSettling(
  db: Queries,
  row: ProposalScope | undefined,
  actor: Actor,
): Promise<ProposalScope> {
  const source = await authorizeRelocation(db, row, actor)
  const effectiveAccess = toEffectiveAccess(source, actor)
  if (source.names_target || satisfiesNeeds(effectiveAccess, 'author', false)) return source
  const message = 'The proposal names no target: only an author of its source may accept or decline it.'
  throw await createAccessDeniedError(db, effectiveAccess, message)
}

function isAuthorOfNamed(row: ProposalScope): boolean {
  return (
    row.named_project_id !== null &&
    roleAtLeast(findHigherRole(row.named_project_role, row.named_role), 'author')
  )
}

/**
 * The project of a target if the caller may know of it: the project is discoverable, or the caller is a member. Null
 * for hidden and unknown targets.
 */
export async function canSee(
  db: Queries,
  target: { type: MembershipType; id: number },
  actor: Actor,
): Promise<{ projectId: number } | null> {
  const row =
    target.type === 'Project'
      ? await projectScope(db, target.id, actor)
      : await componentScope(db, target.id, actor)
  if (!row) return null
  return isConcealed(row, toEffectiveAccess(row, actor)) ? null : { projectId: row.project_id }
}
