import { sql } from 'kysely'
import type { Component } from '../../entities/component.ts'
import { Relocation } from '../../entities/relocation.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'
import type { Queries } from '../../src/database/database.ts'
import { assertNewRevision } from './create-component.ts'

/** Maximum number of names in a response. */
const NAMED = 100

interface PeopleOfMove {
  count: number
  names: string[]
}

/** Users who lose or gain access to the component by the move. */
export interface MoveEffects {
  project: { id: number; name: string }
  losing: PeopleOfMove
  gaining: PeopleOfMove
}

/**
 * Moves a write-locked component with its comments and own members into a locked project, or previews the
 * move (rule C-97). Throws 422 for the same project, an open comment period, and an existing revision.
 */
export async function moveComponent(
  work: UnitOfWork,
  component: Component,
  projectId: number,
  { comment, dryRun }: { comment: string | null | undefined; dryRun: boolean },
): Promise<MoveEffects> {
  const { em, db } = work
  const { projectId: source, name, version, release } = component
  component.assertMovable(projectId)
  await assertNewRevision(db, projectId, { name, version, release })
  const effects = await countEffects(db, component, projectId)
  if (dryRun) return effects
  component.moveTo(projectId)
  const relocations = await em.find(Relocation, { targetComponentId: component.id })
  for (const relocation of relocations) {
    if (relocation.targetProjectId != null) relocation.targetProjectId = projectId
  }
  await em.flush()
  await moveRecords(db, component)
  recordMove(work, component, source, comment ?? null)
  return effects
}

/** Updates records that name the project in addition to the component. */
async function moveRecords(db: Queries, { id, projectId }: Component): Promise<void> {
  await sql`update reviews set project_id = ${projectId} where component_id = ${id}`.execute(db)
  await sql`select lock_deleted_rule_counts()`.execute(db)
  await sql`update deleted_rule_counts set project_id = ${projectId} where component_id = ${id}`.execute(db)
  await sql`update digest_items set project_id = ${projectId} where component_id = ${id}`.execute(db)
}

/** Records the move in both projects; neither entry names the other project. */
function recordMove(
  { auditLog }: UnitOfWork,
  { id, name, projectId: target }: Component,
  source: number,
  comment: string | null,
): void {
  const moves = [
    { projectId: source, change: [source, null] },
    { projectId: target, change: [null, target] },
  ]
  for (const { projectId, change } of moves) {
    const associated = { associatedType: 'Project', associatedId: projectId, projectId }
    const entry = { auditableType: 'Component', auditableId: id, componentId: id, affectedName: name }
    auditLog.record({ ...entry, ...associated, action: 'move', comment, changes: { project_id: change } })
    auditLog.announce({ kind: 'component.changed', projectId, componentId: id, data: {} })
  }
}

async function countEffects(db: Queries, { id, projectId }: Component, target: number): Promise<MoveEffects> {
  const selectOnly = (includedId: number, excludedId: number) => sql<PeopleOfMove>`(
    select json_build_object('count', count(*), 'names', coalesce(json_agg(name order by name, id)
      filter (where ordinal <= ${NAMED}), '[]')) from (
      select u.id, u.name, row_number() over (order by u.name, u.id) as ordinal from users u
      where u.id in (select user_id from memberships where project_id = ${includedId})
        and u.id not in (select user_id from memberships where project_id = ${excludedId} or component_id = ${id})) people)`
  const { rows } = await sql<MoveEffects>`
    select json_build_object('id', p.id, 'name', p.name) as project,
      ${selectOnly(projectId, target)} as losing, ${selectOnly(target, projectId)} as gaining
    from projects p where p.id = ${target}`.execute(db)
  const [effects] = rows
  if (!effects) throw new Error('The target is locked, so it exists.')
  return effects
}
