import { sql } from 'kysely'
import type { Queries } from '../../src/database/database.ts'
import type { BenchmarkKind } from '../../src/formats/xccdf/types.ts'

/** A component that depends on a guide. */
export interface DependentComponent {
  id: number
  name: string
  project_id: number
  project_name: string
}

const MAX_COMPONENTS = 500

/** Lists the components that have an SRG as a source, by name; nothing depends on a STIG. */
export async function listDependentComponents(
  db: Queries,
  kind: BenchmarkKind,
  id: number,
): Promise<DependentComponent[]> {
  if (kind === 'stig') return []
  const { rows } = await sql<DependentComponent>`select c.id, c.name, c.project_id, p.name as project_name
    from components c join projects p on p.id = c.project_id
    where c.id in (select s.component_id from component_sources s where s.srg_id = ${id}
      union select o.id from components o where o.security_requirements_guide_id = ${id})
    order by c.name, c.id limit ${MAX_COMPONENTS}`.execute(db)
  return rows
}
