import { type RawBuilder, sql } from 'kysely'

/** SQL for the total bytes of texts in a row, which PostgreSQL computes without reading them. */
export function byteLength(alias: string, columns: readonly string[]): RawBuilder<number> {
  return sql<number>`(${sql.join(
    columns.map((name) => sql`coalesce(octet_length(${sql.ref(`${alias}.${name}`)}), 0)`),
    sql` + `,
  )})`
}
