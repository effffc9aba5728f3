import { type RawBuilder, sql } from 'kysely'

/** A parameter, so that queries without other parameters become named statements too (`createStatementNames`). */
const ONE = 1
const IDS = { srgs: 'srg_id', stigs: 'stig_id' } as const
export type GuideTable = keyof typeof IDS

/** The line of a guide: its own id, or the id of the first guide that it continues (rule C-94). */
export function releaseLineSql(guides: GuideTable, alias: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${alias}.line`)}, ${sql.ref(`${alias}.${IDS[guides]}`)})`
}

/**
 * Orders the releases of a line, newest first: accepted before drafts, by version, those without version last (rule
 * C-8).
 */
export function orderNewestFirst(alias: string): RawBuilder<unknown> {
  const refColumn = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${refColumn('draft')}, ${refColumn('version_major')} desc nulls last, ${refColumn('version_minor')} desc nulls last,
    ${refColumn('version_decimals')} desc, ${refColumn('id')} desc`
}

/** Subquery of the newest release in the line of guide `alias`, with one row of `id` and `version`. */
export function newestRelease(
  guides: GuideTable,
  alias: string,
): RawBuilder<{ id: number; version: string }> {
  return sql`(select newer.id, newer.version from ${sql.table(guides)} newer
    where ${releaseLineSql(guides, 'newer')} = ${releaseLineSql(guides, alias)} order by ${orderNewestFirst('newer')} limit ${ONE})`
}
