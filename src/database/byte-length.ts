import { type RawBuilder, sql } from 'kysely'

/** The bytes of texts of a row together, which the database knows without reading them. */
export function byteLength(alias: string, columns: readonly string[]): RawBuilder<number> {
  return sql<number>`(${sql.join(
    columns.map((name) => sql`coalesce(octet_length(${sql.ref(`${alias}.${name}`)}), 0)`),
    sql` + `,
  )})`
}
