import { type RawBuilder, sql } from 'kysely'

/** A parameter, so that lists that have no other one are planned once a connection too (`createStatementNames`). */
const ONE = 1
const IDS = { srgs: 'srg_id', stigs: 'stig_id' } as const
export type GuideTable = keyof typeof IDS

/** The line that a guide belongs to: its id, or the id under which the guide that it continues began (rule C-94). */
export function lineOf(guides: GuideTable, alias: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${alias}.line`)}, ${sql.ref(`${alias}.${IDS[guides]}`)})`
}

/** Releases of one line, newest first: accepted ones before drafts, by their numbers, those without any last (rule C-8). */
export function orderNewestFirst(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('draft')}, ${column('version_major')} desc nulls last, ${column('version_minor')} desc nulls last,
    ${column('version_decimals')} desc, ${column('id')} desc`
}

/** The newest release of the line that guide `alias` belongs to, as a table with one row of `id` and `version`. */
export function newestRelease(
  guides: GuideTable,
  alias: string,
): RawBuilder<{ id: number; version: string }> {
  return sql`(select newer.id, newer.version from ${sql.table(guides)} newer
    where ${lineOf(guides, 'newer')} = ${lineOf(guides, alias)} order by ${orderNewestFirst('newer')} limit ${ONE})`
}
