import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { rolesOf } from './member.ts'
import type { Queries } from '../database.ts'
import { notFound } from '../errors.ts'
import { higherRole, roleAtLeast, type MembershipType, type Role } from '../vocabulary.ts'
import { componentScope, projectScope, type ComponentScope } from './scopes.ts'
import { admit, isConcealed, standingOf } from './standing.ts'

interface ProposalScope extends ComponentScope {
  /** The caller's roles on the target that the proposal names, and on its project. */
  named_role: Role | null
  named_project_role: Role | null
  named_project_id: number | null
}

/** The source of a proposal, and the caller's standing there and on the target that it names, in one statement. */
async function proposalScope(db: Queries, id: number, actor: Actor): Promise<ProposalScope | undefined> {
  const { rows } = await sql<ProposalScope>`
    select c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role,
      np.id as named_project_id, npm.role as named_project_role, ncm.role as named_role
    from requirement_relocations l
    join components c on c.id = l.component_id
    join projects p on p.id = c.project_id
    ${rolesOf(actor.id)}
    left join components n on l.named_target = 'Component' and n.id = l.target_component_id
    left join projects np on np.id = case l.named_target
      when 'Component' then n.project_id when 'Project' then l.target_project_id end
    left join memberships npm on npm.project_id = np.id and npm.user_id = ${actor.id}
    left join memberships ncm on ncm.component_id = n.id and ncm.user_id = ${actor.id}
    where l.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Lets a caller try, accept or decline a relocation: members of its source, and authors of the target that it names
 * (rule C-64). To others it is concealed like its source (rule A-7): a discoverable project alone
 * reveals no requirement. Answers the id of the source component.
 */
export async function admitToRelocation(db: Queries, id: number, actor: Actor): Promise<number> {
  const row = await proposalScope(db, id, actor)
  if (!row) throw notFound()
  if (standingOf(row, actor).role === null && !isAuthorOfNamed(row)) await admit(db, row, actor, 'viewer')
  return row.component_id
}

function isAuthorOfNamed(row: ProposalScope): boolean {
  return (
    row.named_project_id !== null && roleAtLeast(higherRole(row.named_project_role, row.named_role), 'author')
  )
}

/**
 * Whether a person may know of a record that a request names as a target, without access to its content: its project is
 * discoverable, or they are members of either. Unknown ids are unseen ones.
 */
export async function maySee(
  db: Queries,
  target: { type: MembershipType; id: number },
  actor: Actor,
): Promise<{ projectId: number } | null> {
  const row =
    target.type === 'Project'
      ? await projectScope(db, target.id, actor)
      : await componentScope(db, target.id, actor)
  if (!row) return null
  return isConcealed(row, standingOf(row, actor)) ? null : { projectId: row.project_id }
}
