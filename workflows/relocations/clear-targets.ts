import { sql } from 'kysely'
import { Relocation } from '../../entities/relocation.ts'
import type { UnitOfWork } from '../../src/audit/unit-of-work.ts'

/**
 * Clears the target of relocations whose requirement is deleted with its component, with audit entries (rule
 * C-63). `scope` names the component, or the project with all of its components.
 */
export async function clearTargets(
  { em, db }: Pick<UnitOfWork, 'em' | 'db'>,
  scope: { componentId: number } | { projectId: number },
): Promise<void> {
  const ofComponents =
    'componentId' in scope
      ? sql`array[${scope.componentId}::integer]`
      : sql`array(select id from components where project_id = ${scope.projectId})`
  const { rows } = await sql<{ id: number }>`
    select id from requirement_relocations where target_component_id = any(${ofComponents})
      or target_project_id = ${'projectId' in scope ? scope.projectId : null}`.execute(db)
  if (rows.length === 0) return
  const relocations = await em.find(Relocation, { id: { $in: rows.map(({ id }) => id) } })
  for (const relocation of relocations) relocation.clearTarget(scope)
  await em.flush()
}
