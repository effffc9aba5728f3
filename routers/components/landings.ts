import { Relocation } from '../../entities/relocation.ts'
import type { Em, Reader } from '../../src/database.ts'

/**
 * Takes the target out of executed relocations whose landed requirement is about to go with its component, so that the
 * trail tells of it (components 3.9). `where` names the component, or the project with all of its components.
 */
export async function forgetLandings(
  em: Em,
  db: Reader,
  where: { componentId: number } | { projectId: number },
): Promise<void> {
  const found = await db
    .selectFrom('requirement_relocations as l')
    .innerJoin('components as c', 'c.id', 'l.target_component_id')
    .select('l.id')
    .where(
      'projectId' in where ? 'c.project_id' : 'c.id',
      '=',
      'projectId' in where ? where.projectId : where.componentId,
    )
    .execute()
  if (found.length === 0) return
  const relocations = await em.find(Relocation, { id: { $in: found.map(({ id }) => id) } })
  for (const relocation of relocations) relocation.forgetTarget()
  await em.flush()
}
