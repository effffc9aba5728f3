import { sql } from 'kysely'
import { z } from 'zod'
import type { Actor } from '../../../src/audit/actor.ts'
import { knownProjectName, memberComponentIds } from '../../../src/auth/access/membership-sql.ts'
import type { Queries } from '../../../src/database/database.ts'
import { CONFIGURABLE } from '../../../src/vocabulary.ts'
import { isReadableComponent } from '../../components/read/visible-components.ts'
import { assertOneLine } from './comparison.ts'
import { type DifferingPair, selectDifferingPairs, UPDATED_TEXTS } from './differing-pairs.ts'

const ComponentImpact = z.object({
  id: z.int(),
  name: z.string(),
  project_id: z.int(),
  project_name: z.string().nullable().meta({ description: 'Null for people who may not see the project.' }),
  released: z.boolean(),
  can_update: z.boolean().meta({
    description:
      'Whether the caller can move the component to the other release: an admin of it, before its release.',
  }),
  requirements: z.int().meta({ description: 'Requirements that come from the SRG.' }),
  changed: z.int().meta({ description: 'Requirements whose rule differs in the other release.' }),
  changed_configurable: z.int().meta({
    description: 'Changed requirements that are Applicable - Configurable and keep their own texts.',
  }),
  removed: z.int().meta({ description: 'Requirements whose rule is missing from the other release.' }),
})

/** Effect of another SRG release on each component that is based on the SRG (rules C-19, C-31). */
export const UpdateImpact = z
  .object({
    added: z.int().meta({ description: 'Rules that only the other release has.' }),
    components: z.array(ComponentImpact),
  })
  .meta({ id: 'UpdateImpact' })
type UpdateImpact = z.infer<typeof UpdateImpact>

/**
 * Counts the requirements that differ between two releases of one line, per readable component. Throws 404
 * for an unknown release, and 422 for different lines.
 */
export async function readUpdateImpact(
  db: Queries,
  actor: Actor,
  id: number,
  toId: number,
): Promise<UpdateImpact> {
  await assertOneLine(db, 'srg', id, toId)
  const components = await listAffectedComponents(db, actor, { id, toId })
  const { rows } = await sql<{ added: number }>`select count(*)::integer as added
    from (${selectDifferingPairs('srg', id, toId, UPDATED_TEXTS)}) d where d.kind = 'added'`.execute(db)
  return { added: rows[0]?.added ?? 0, components }
}

interface ReleasePair {
  id: number
  toId: number
}

function listAffectedComponents(
  db: Queries,
  actor: Actor,
  pair: ReleasePair,
): Promise<UpdateImpact['components']> {
  const countWhere = (condition: ReturnType<typeof sql>) =>
    sql<number>`(count(r.id) filter (where ${condition}))::integer`
  return selectRequirementsOfPair(db, pair)
    .select(['c.id', 'c.name', 'c.project_id', 'c.released', knownProjectName(actor).as('project_name')])
    .select(sql<boolean>`not c.released and ${isAdminOf(actor)}`.as('can_update'))
    .select([
      countWhere(sql`true`).as('requirements'),
      countWhere(sql`r.kind = 'updated'`).as('changed'),
      countWhere(sql`r.kind = 'updated' and r.status = ${sql.lit(CONFIGURABLE)}`).as('changed_configurable'),
      countWhere(sql`r.kind = 'removed'`).as('removed'),
    ])
    .where(isReadableComponent(actor))
    .groupBy(['c.id', 'p.id'])
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}

function isAdminOf(actor: Actor) {
  return actor.admin ? sql`true` : sql`c.id in ${memberComponentIds(actor.id, 'admin')}`
}

/** Query for components based on the first release, with their requirements and how each rule differs. */
function selectRequirementsOfPair(db: Queries, { id, toId }: ReleasePair) {
  return db
    .with('differing', () => sql<DifferingPair>`(${selectDifferingPairs('srg', id, toId, UPDATED_TEXTS)})`)
    .selectFrom('components as c')
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .leftJoinLateral(
      sql<{ id: number; status: string; kind: string | null }>`(
        select r.id, r.status, d.kind from rules r
        join srg_rules s on s.id = coalesce(r.srg_rule_id, r.derived_from_srg_rule_id) and s.srg_id = ${id}
        left join differing d on d.base_id = s.id
        where r.component_id = c.id and r.deleted_at is null)`.as('r'),
      (join) => join.onTrue(),
    )
    .where(
      sql<boolean>`(c.security_requirements_guide_id = ${id}
        or exists (select from component_sources x where x.component_id = c.id and x.srg_id = ${id}))`,
    )
}
