import { type RawBuilder, sql } from 'kysely'

/** A parameter, so that lists that have no other one are planned once a connection too (`statementNames`). */
const ONE = 1
const LINES = { srgs: 'srg_id', stigs: 'stig_id' } as const

/** Releases of one guide, newest first: by their numbers, those without any last (rule C-1). */
export function newestFirst(alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`${column('version_major')} desc nulls last, ${column('version_minor')} desc nulls last, ${column('id')} desc`
}

/** The newest release of the line that guide `alias` belongs to, as a table with one row of `id` and `version`. */
export function newestRelease(
  guides: keyof typeof LINES,
  alias: string,
): RawBuilder<{ id: number; version: string }> {
  const line = LINES[guides]
  return sql`(select newer.id, newer.version from ${sql.table(guides)} newer
    where ${sql.ref(`newer.${line}`)} = ${sql.ref(`${alias}.${line}`)} order by ${newestFirst('newer')} limit ${ONE})`
}
