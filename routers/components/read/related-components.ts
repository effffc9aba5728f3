import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { knownProjectName } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { limitToPage, type OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import type { RelatedComponent } from './related-components.schema.ts'
import { isReadableComponent } from './visible-components.ts'

/** Lists other readable components whose primary SRG has the same title, by project. */
export function listRelatedComponents(
  db: Queries,
  componentId: number,
  actor: Actor,
  page: OptionalPage,
): Promise<z.infer<typeof RelatedComponent>[]> {
  const projectName = knownProjectName(actor)
  const rows = db
    .selectFrom('components as c')
    .where(isReadableComponent(actor))
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .innerJoin('srgs as g', 'g.id', 'c.security_requirements_guide_id')
    .select([
      'c.id',
      'c.name',
      'c.version',
      'c.prefix',
      'c.release',
      'c.project_id',
      projectName.as('project_name'),
    ])
    .where('c.id', '<>', componentId)
    .where('g.title', '=', (eb) =>
      eb
        .selectFrom('components as o')
        .innerJoin('srgs as og', 'og.id', 'o.security_requirements_guide_id')
        .select('og.title')
        .where('o.id', '=', componentId),
    )
    .orderBy(sql`${projectName} nulls last`)
    .orderBy('c.project_id')
    .orderBy('c.name')
    .orderBy('c.id')
  return limitToPage(rows, page).execute()
}
