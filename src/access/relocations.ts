import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import { rolesOf } from './member.ts'
import { fixedQuery } from '../database/fixed-query.ts'
import type { Queries } from '../database.ts'
import { notFound } from '../errors.ts'
import { higherRole, roleAtLeast, type MembershipType, type Role } from '../vocabulary.ts'
import { componentScope, projectScope, type ComponentScope } from './scopes.ts'
import { admit, isConcealed, standingOf } from './standing.ts'

interface ProposalScope extends ComponentScope {
  source_rule_id: number
  /** The caller's roles on the target that the proposal names, and on its project. */
  named_role: Role | null
  named_project_role: Role | null
  named_project_id: number | null
}

/** The source of a proposal, and the caller's standing there and on the target that it names, in one statement. */
export async function proposalScope(
  db: Queries,
  id: number,
  actor: Actor,
): Promise<ProposalScope | undefined> {
  const [row] = await proposalScopes(db, id, actor.id)
  return row
}

const proposalScopes = fixedQuery(
  (_, id, userId) => sql<ProposalScope>`
    select l.source_rule_id, c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role,
      np.id as named_project_id, npm.role as named_project_role, ncm.role as named_role
    from requirement_relocations l
    join components c on c.id = l.component_id
    join projects p on p.id = c.project_id
    ${rolesOf(userId)}
    left join components n on l.named_target = 'Component' and n.id = l.target_component_id
    left join projects np on np.id = case l.named_target
      when 'Component' then n.project_id when 'Project' then l.target_project_id end
    left join memberships npm on npm.project_id = np.id and npm.user_id = ${userId}
    left join memberships ncm on ncm.component_id = n.id and ncm.user_id = ${userId}
    where l.id = ${id}`,
)

/**
 * Lets a caller try, accept or decline a relocation: members of its source, and authors of the target that it names
 * (rule C-64). To others it is concealed like its source (rule A-7): a discoverable project alone
 * reveals no requirement. `row` is what `proposalScope` found, which it answers.
 */
export async function admitToRelocation(
  db: Queries,
  row: ProposalScope | undefined,
  actor: Actor,
): Promise<ProposalScope> {
  if (!row) throw notFound()
  if (standingOf(row, actor).role === null && !isAuthorOfNamed(row)) await admit(db, row, actor, 'viewer')
  return row
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
