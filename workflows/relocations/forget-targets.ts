import { Relocation } from '../../entities/relocation.ts'
import type { Work } from '../../src/work.ts'

/**
 * Takes the target out of relocations whose landed requirement is about to go with its component, so that the
 * trail tells of it (rule C-63). `where` names the component, or the project with all of its components.
 */
export async function forgetTargets(
  { em, db }: Pick<Work, 'em' | 'db'>,
  where: { componentId: number } | { projectId: number },
): Promise<void> {
  const found = await db
    .selectFrom('requirement_relocations as l')
    .leftJoin('components as c', 'c.id', 'l.target_component_id')
    .select('l.id')
    .where((eb) =>
      'componentId' in where
        ? eb('c.id', '=', where.componentId)
        : eb.or([eb('c.project_id', '=', where.projectId), eb('l.target_project_id', '=', where.projectId)]),
    )
    .execute()
  if (found.length === 0) return
  const relocations = await em.find(Relocation, { id: { $in: found.map(({ id }) => id) } })
  for (const relocation of relocations) relocation.forgetTarget(where)
  await em.flush()
}
