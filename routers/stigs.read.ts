import { sql } from 'kysely'
import type { z } from 'zod'
import type { Reader } from '../src/database.ts'
import { notFound } from '../src/errors.ts'
import { paged, type WholeListPage } from '../src/whole-lists.ts'
import { canonicalOrder, severityCounts, stigRuleObject } from './guides.read.ts'
import type { Stig, StigDetail, StigRuleView } from './stigs.schema.ts'

/** Every STIG with its counts and the newest release of its line. */
function stigRows(db: Reader) {
  return db
    .selectFrom('stigs as s')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('stigs as n')
          .select(['n.id', 'n.version'])
          .whereRef('n.stig_id', '=', 's.stig_id')
          .orderBy(sql`n.version_major desc nulls last, n.version_minor desc nulls last, n.id desc`)
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      's.id',
      's.stig_id',
      's.name',
      's.title',
      's.version',
      's.description',
      sql<string | null>`s.benchmark_date::text`.as('benchmark_date'),
      eb
        .selectFrom('stig_rules as r')
        .select(severityCounts('r').as('counts'))
        .whereRef('r.stig_id', '=', 's.id')
        .$asScalar()
        .$notNull()
        .as('severity_counts'),
      sql<boolean>`newest.id = s.id`.as('is_latest'),
      sql<string | null>`case when newest.id <> s.id then newest.version end`.as('latest_available_version'),
      sql<number | null>`case when newest.id <> s.id then newest.id end`.as('latest_available_id'),
    ])
}

/** All STIGs by title, then version as numbers. */
export function allStigs(db: Reader, page: WholeListPage): Promise<Stig[]> {
  const rows = stigRows(db).orderBy(
    sql`s.title collate "C", s.version_major nulls last, s.version_minor nulls last, s.version collate "C", s.id`,
  )
  return paged(rows, page).execute()
}

/** One STIG without its rules; 404 for an unknown id. */
export async function stigById(db: Reader, id: number): Promise<Stig & { description: string | null }> {
  const row = await stigRows(db).where('s.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** One STIG with its rules in canonical order; 404 for an unknown id. */
export async function stigDetail(db: Reader, id: number): Promise<z.infer<typeof StigDetail>> {
  const stig = await stigById(db, id)
  const rules = await db
    .selectFrom('stig_rules as r')
    .select(stigRuleObject<z.infer<typeof StigRuleView>>('r').as('rule'))
    .where('r.stig_id', '=', id)
    .orderBy(canonicalOrder('r'))
    .execute()
  return { ...stig, stig_rules: rules.map(({ rule }) => rule) }
}

/** Some STIGs without their rules, by id. */
export async function stigsByIds(db: Reader, ids: number[]): Promise<Stig[]> {
  return ids.length === 0 ? [] : stigRows(db).where('s.id', 'in', ids).orderBy('s.id').execute()
}
