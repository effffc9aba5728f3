import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../src/context.ts'
import type { Reader } from '../src/database.ts'
import { notFound } from '../src/errors.ts'
import { paged, type WholeListPage } from '../src/whole-lists.ts'
import { canonicalOrder, severityCounts, srgRuleObject } from './guides.read.ts'
import { visibleComponents } from './components/visible.ts'
import type { Srg, SrgDetail, SrgStats } from './srgs.schema.ts'
import type { SrgRuleView } from './guides.schema.ts'

/** Every SRG with its counts and the newest release of its line. */
function srgRows(db: Reader) {
  return db
    .selectFrom('srgs as s')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('srgs as n')
          .select(['n.id', 'n.version'])
          .whereRef('n.srg_id', '=', 's.srg_id')
          .orderBy(sql`n.version_major desc nulls last, n.version_minor desc nulls last, n.id desc`)
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      's.id',
      's.srg_id',
      's.name',
      's.title',
      's.version',
      sql<string | null>`s.release_date::text`.as('release_date'),
      's.core',
      eb
        .selectFrom('srg_rules as r')
        .select(severityCounts('r').as('counts'))
        .whereRef('r.srg_id', '=', 's.id')
        .$asScalar()
        .$notNull()
        .as('severity_counts'),
      sql<boolean>`newest.id = s.id`.as('is_latest'),
      sql<string | null>`case when newest.id <> s.id then newest.version end`.as('latest_available_version'),
      sql<number | null>`case when newest.id <> s.id then newest.id end`.as('latest_available_id'),
    ])
}

/** All SRGs by title, then version as numbers (components 4.2). */
export function allSrgs(db: Reader, page: WholeListPage): Promise<Srg[]> {
  const rows = srgRows(db).orderBy(
    sql`s.title collate "C", s.version_major nulls last, s.version_minor nulls last, s.version collate "C", s.id`,
  )
  return paged(rows, page).execute()
}

/** One SRG without its rules; 404 for an unknown id. */
export async function srgById(db: Reader, id: number): Promise<Srg> {
  const row = await srgRows(db).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** One SRG with its rules in canonical order; 404 for an unknown id. */
export async function srgDetail(db: Reader, id: number): Promise<z.infer<typeof SrgDetail>> {
  const srg = await srgById(db, id)
  const rules = await db
    .selectFrom('srg_rules as r')
    .select(srgRuleObject<z.infer<typeof SrgRuleView>>('r').as('rule'))
    .where('r.srg_id', '=', id)
    .orderBy(canonicalOrder('r'))
    .execute()
  return { ...srg, srg_rules: rules.map(({ rule }) => rule) }
}

/** Figures of one SRG; components that use it are named to those who may know of them. */
export async function srgStats(db: Reader, id: number, actor: Actor): Promise<z.infer<typeof SrgStats>> {
  const { severity_counts } = await srgById(db, id)
  const components = await visibleComponents(db, actor)
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select(['c.id', 'c.name', 'c.project_id', 'p.name as project_name'])
    .where((eb) =>
      eb.or([
        eb('c.security_requirements_guide_id', '=', id),
        eb.exists(
          eb
            .selectFrom('component_sources as cs')
            .select('cs.srg_id')
            .whereRef('cs.component_id', '=', 'c.id')
            .where('cs.srg_id', '=', id),
        ),
      ]),
    )
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
  const { high, medium, low } = severity_counts
  return {
    rule_count: high + medium + low,
    severity_counts,
    usage: { count: components.length, components },
  }
}
