import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { knownProjectName } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { Pagination } from '../../../src/procedures/schemas/shapes.ts'
import { RULE_STATUSES } from '../../../src/vocabulary.ts'
import { isReadableComponent } from '../../components/read/visible-components.ts'
import { findCcis } from './cci-mapping.ts'

const ControlRequirement = z.object({
  id: z.int(),
  displayed_name: z.string(),
  title: z.string().nullable(),
  status: z.enum(RULE_STATUSES),
  ident: z.string().nullable(),
  component_id: z.int(),
  component_name: z.string(),
  project_name: z.string().nullable().meta({ description: 'Null for people who may not see the project.' }),
})

export const ControlRequirements = z
  .object({
    ccis: z.array(z.string()).meta({ description: 'The CCIs that were looked for.' }),
    requirements: z.array(ControlRequirement),
    pagination: Pagination,
  })
  .meta({ id: 'ControlRequirements' })
type ControlRequirements = z.infer<typeof ControlRequirements>

interface RequirementQuery {
  q: string
  component_id?: number | undefined
  project_id?: number | undefined
  page: number
  per_page: number
}

/** Lists readable requirements with a CCI, or with any CCI of a control, by component and number. */
export async function listRequirements(
  db: Queries,
  actor: Actor,
  { q, component_id: componentId, project_id: projectId, page, per_page }: RequirementQuery,
): Promise<ControlRequirements> {
  const ccis = await findCcis(db, q)
  const query = db
    .selectFrom('components as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .innerJoin('rules as r', 'r.component_id', 'c.id')
    .where(isReadableComponent(actor))
    .where('r.deleted_at', 'is', null)
    .where(sql<boolean>`string_to_array(r.ident, ', ') && ${ccis}::text[]`)
    .$if(componentId !== undefined, (query) => query.where('c.id', '=', componentId ?? 0))
    .$if(projectId !== undefined, (query) => query.where('c.project_id', '=', projectId ?? 0))
  const { total } = await query.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow()
  const requirements = await query
    .select([
      'r.id',
      displayedNameSql().as('displayed_name'),
      'r.title',
      'r.status',
      'r.ident',
      'c.id as component_id',
      'c.name as component_name',
      knownProjectName(actor).as('project_name'),
    ])
    .orderBy('c.name')
    .orderBy('c.id')
    .orderBy('r.rule_id')
    .orderBy('r.id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .$castTo<z.infer<typeof ControlRequirement>>()
    .execute()
  return { ccis, requirements, pagination: { page, per_page, total } }
}
