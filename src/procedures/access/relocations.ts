import { type RawBuilder, sql } from 'kysely'
import type { Actor, Caller, EffectiveAccess } from '../../audit/actor.ts'
import { isConcealed } from '../../auth/access/concealment.ts'
import {
  authorizeAccess,
  createAccessDeniedError,
  satisfiesNeeds,
  toEffectiveAccess,
} from '../../auth/access/effective-access.ts'
import { joinRoles, rolesAtLeast } from '../../auth/access/membership-sql.ts'
import type { Queries } from '../../database/database.ts'
import { preparedQuery } from '../../database/prepared-query.ts'
import { notFoundError } from '../../errors.ts'
import type { DocumentType, MembershipType, Role } from '../../vocabulary.ts'
import { componentScope, projectScope, type ComponentScope } from './scopes.ts'
import type { Value } from './scopes/batched-scopes.ts'

/** The role on `toSettlingAccess` that accepting and declining require. */
export const SETTLING_NEEDS = 'author' as const

/** The role on the source that withdrawing a proposal requires. */
export const WITHDRAWING_NEEDS = 'author' as const

/** The source of a proposal, and the caller's roles there and on the target that the proposal names. */
export interface ProposalScope extends ComponentScope {
  /** Whether the proposal names a component or a project as its target. */
  names_target: boolean
  /** The caller's roles on the target that the proposal names, and on its project. */
  named_role: Role | null
  named_project_role: Role | null
  named_project_id: number | null
  /** The state of the component that the proposal names; null if it names none. */
  named_type: DocumentType | null
  named_released: boolean | null
}

interface ProposalRow extends ProposalScope {
  source_rule_id: number
}

/** Subquery of the `ProposalScope` of relocation `l`. */
export function selectProposalScope(userId: Value): RawBuilder<ProposalScope> {
  const inNamedProject = sql`select role.role from memberships role join components o on o.id = role.component_id
    where role.user_id = ${userId} and o.project_id = l.target_project_id and role.role in (${rolesAtLeast(SETTLING_NEEDS)}) limit 1`
  return sql<ProposalScope>`
    select l.named_target is not null as names_target, c.id as component_id, c.project_id, c.released, c.document_type, c.comment_phase, c.closed_reason,
      p.visibility, pm.role as project_role, cm.role as component_role,
      np.id as named_project_id, npm.role as named_project_role, n.document_type as named_type, n.released as named_released,
      case l.named_target when 'Project' then (${inNamedProject}) else ncm.role end as named_role
    from components c
    join projects p on p.id = c.project_id
    ${joinRoles(userId)}
    left join components n on l.named_target = 'Component' and n.id = l.target_component_id
    left join projects np on np.id = case l.named_target
      when 'Component' then n.project_id when 'Project' then l.target_project_id end
    left join memberships npm on npm.project_id = np.id and npm.user_id = ${userId}
    left join memberships ncm on ncm.component_id = n.id and ncm.user_id = ${userId}
    where c.id = l.component_id`
}

/** Reads the scope of a proposal. */
export async function proposalScope(db: Queries, id: number, actor: Actor): Promise<ProposalRow | undefined> {
  const [row] = await proposalScopes(db, id, actor.id)
  return row
}

const proposalScopes = preparedQuery(
  (_, id, userId) => sql<ProposalRow>`
    select l.source_rule_id, scope.* from requirement_relocations l
    cross join lateral (${selectProposalScope(userId)}) scope where l.id = ${id}`,
)

/**
 * Authorizes members of the source, and authors of the named target, to see and preview a relocation. For
 * others it is hidden like its source (rule A-7), and also if the source is released. Returns `row`.
 */
export async function authorizeRelocation(
  db: Queries,
  row: ProposalRow | undefined,
  actor: Actor,
): Promise<ProposalRow> {
  if (!row) throw notFoundError()
  if (toEffectiveAccess(row, actor).role === null && !canSettle(row, actor)) {
    if (row.released) throw notFoundError()
    await authorizeAccess(db, row, actor, 'viewer')
  }
  return row
}

/**
 * Authorizes accepting or declining a relocation. If the proposal names no target, the caller must also be an author of
 * its source (rule C-64); otherwise the access to the target decides. Returns `row`.
 */
export async function authorizeSettling(
  db: Queries,
  row: ProposalRow | undefined,
  actor: Actor,
): Promise<ProposalRow> {
  const source = await authorizeRelocation(db, row, actor)
  if (source.names_target || canSettle(source, actor)) return source
  throw await createAccessDeniedError(db, toEffectiveAccess(source, actor), describeSettlers(source))
}

function canSettle(row: ProposalScope, actor: Caller): boolean {
  return satisfiesNeeds(toSettlingAccess(row, actor), SETTLING_NEEDS, false)
}

/** The access that decides on a proposal: to the target that it names, otherwise to its source (rule C-64). */
export function toSettlingAccess(row: ProposalScope, actor: Caller): EffectiveAccess {
  if (!row.names_target) return toEffectiveAccess(row, actor)
  const { named_project_id, named_project_role: project_role, named_role: component_role } = row
  return toEffectiveAccess(
    { ...row, project_id: named_project_id ?? row.project_id, project_role, component_role },
    actor,
  )
}

/** Who may accept or decline a proposal, for those who may not. */
export function describeSettlers({ names_target: namesTarget }: ProposalScope): string {
  return namesTarget
    ? 'Only an author of the target that the proposal names may accept or decline it.'
    : 'The proposal names no target: only an author of its source may accept or decline it.'
}

/**
 * The project of a target if the caller may know of it: the project is discoverable, or the caller is a member. Null
 * for hidden and unknown targets.
 */
export async function findVisibleProject(
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
