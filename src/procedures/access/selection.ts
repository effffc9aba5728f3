import { sql } from 'kysely'
import type { Actor, EffectiveAccess } from '../../audit/actor.ts'
import { isConcealed } from '../../auth/access/concealment.ts'
import {
  createAccessDeniedError,
  isReaderOnly,
  satisfiesNeeds,
  toEffectiveAccess,
  type RequiredAccess,
  type ScopeRow,
} from '../../auth/access/effective-access.ts'
import { joinRoles } from '../../auth/access/membership-sql.ts'
import type { Queries } from '../../database/database.ts'
import { stateError, notFoundError } from '../../errors.ts'
import { authorizeUnderComponentLock } from './authorize-record.ts'
import { componentScope, type ComponentScope } from './scopes.ts'

/** Selected reviews of one share-locked component, with the caller's access. */
export interface Selection {
  effectiveAccess: EffectiveAccess
  scope: ComponentScope
}

/**
 * Authorizes the caller on all of these reviews. Throws 404 if one is unknown or hidden, 403 if a role is missing on
 * any, then 422 for several components (rule R-35).
 */
export async function authorizeReviews(
  db: Queries,
  ids: number[],
  actor: Actor,
  needs: RequiredAccess,
): Promise<Selection> {
  const [only, ...others] = await authorizeAllReviews(db, ids, actor, needs)
  if (!only?.component_id) throw notFoundError()
  if (others.length > 0) {
    throw stateError('review.several_components', 'The comments must be of one component.')
  }
  return authorizeSelectionComponent(db, only.component_id, actor, needs)
}

/** Checks the caller's role on all reviews without locks; returns one row per component. */
export async function authorizeAllReviews(
  db: Queries,
  ids: number[],
  actor: Actor,
  needs: RequiredAccess,
): Promise<ScopeRow[]> {
  const rows = await selectScopes(db, ids, actor)
  if (rows.reduce((sum, row) => sum + row.selected, 0) !== ids.length) throw notFoundError()
  if (rows.some((row) => hidesSelection(row, toEffectiveAccess(row, actor)))) throw notFoundError()
  const denied = rows.find((row) => !satisfiesNeeds(toEffectiveAccess(row, actor), needs, row.released))
  if (denied) throw await createAccessDeniedError(db, toEffectiveAccess(denied, actor))
  return rows
}

/** Whether the component is concealed, or a review is a step that readers of a release don't see (rule C-22). */
function hidesSelection(row: SelectionRow, effectiveAccess: EffectiveAccess): boolean {
  return isConcealed(row, effectiveAccess) || (row.released && row.steps > 0 && isReaderOnly(effectiveAccess))
}

/** Authorizes on the component whose comments a filter selects. */
export function authorizeSelectionComponent(
  db: Queries,
  componentId: number,
  actor: Actor,
  needs: RequiredAccess,
): Promise<Selection> {
  return authorizeUnderComponentLock('shared', componentScope, { db, actor, id: componentId, needs })
}

/** A component with the number of its selected reviews, and how many of them are review steps. */
interface SelectionRow extends ScopeRow {
  selected: number
  steps: number
}

async function selectScopes(db: Queries, ids: number[], actor: Actor): Promise<SelectionRow[]> {
  const { rows } = await sql<SelectionRow>`
    select s.component_id, s.selected, s.steps, c.project_id, c.released, p.visibility,
      pm.role as project_role, cm.role as component_role
    from (
      select v.component_id, count(*)::int as selected,
        count(*) filter (where v.action <> 'comment')::int as steps
      from reviews v left join rules r on r.id = v.rule_id
      where v.id = any(${sql.val(ids)}::integer[]) and r.deleted_at is null
      group by v.component_id
    ) s
    join components c on c.id = s.component_id
    join projects p on p.id = c.project_id
    ${joinRoles(actor.id)}
    order by s.component_id`.execute(db)
  return rows
}
