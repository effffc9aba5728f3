import { sql } from 'kysely'
import type { Actor, Standing } from './actor.ts'
import { rolesOf } from './member.ts'
import type { Queries } from '../database.ts'
import { illegal, notFound } from '../errors.ts'
import { admittedUnder } from './records.ts'
import { componentScope, type ComponentScope } from './scopes.ts'
import { denied, isConcealed, satisfies, standingOf, type Needs, type ScopeRow } from './standing.ts'

/** A selection of reviews of one component, with the caller's standing there; the component is share-locked. */
export interface Selection {
  standing: Standing
  scope: ComponentScope
}

/**
 * Lets the caller act on all of these reviews, or throws: 404 when one is unknown or out of sight, 403 when a role is
 * missing on any of them, and only then 422 for more than one component (rule R-35).
 */
export async function admitToReviews(
  db: Queries,
  ids: number[],
  actor: Actor,
  needs: Needs,
): Promise<Selection> {
  const [only, ...others] = await admitToAllReviews(db, ids, actor, needs)
  if (!only?.component_id) throw notFound()
  if (others.length > 0) {
    throw illegal('review.several_components', 'The comments must be of one component.')
  }
  return admitToComponent(db, only.component_id, actor, needs)
}

/** The part of it that asks who the caller is, one row per component; nothing is locked. */
export async function admitToAllReviews(
  db: Queries,
  ids: number[],
  actor: Actor,
  needs: Needs,
): Promise<ScopeRow[]> {
  const rows = await scopesOf(db, ids, actor)
  if (rows.reduce((sum, row) => sum + row.selected, 0) !== ids.length) throw notFound()
  if (rows.some((row) => isConcealed(row, standingOf(row, actor)))) throw notFound()
  const refused = rows.find((row) => !satisfies(standingOf(row, actor), needs, row.released))
  if (refused) throw await denied(db, refused.project_id)
  return rows
}

/** The same for the comments that a filter selects: all are of the component it names. */
export function admitToComponent(
  db: Queries,
  componentId: number,
  actor: Actor,
  needs: Needs,
): Promise<Selection> {
  return admittedUnder('shared', componentScope, { db, actor, id: componentId, needs })
}

async function scopesOf(
  db: Queries,
  ids: number[],
  actor: Actor,
): Promise<(ScopeRow & { selected: number })[]> {
  const { rows } = await sql<ScopeRow & { selected: number }>`
    select s.component_id, s.selected, c.project_id, c.released, p.visibility,
      pm.role as project_role, cm.role as component_role
    from (
      select v.component_id, count(*)::int as selected
      from reviews v left join rules r on r.id = v.rule_id
      where v.id = any(${sql.val(ids)}::integer[]) and r.deleted_at is null
      group by v.component_id
    ) s
    join components c on c.id = s.component_id
    join projects p on p.id = c.project_id
    ${rolesOf(actor.id)}
    order by s.component_id`.execute(db)
  return rows
}
