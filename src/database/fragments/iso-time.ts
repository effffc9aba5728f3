import { type RawBuilder, sql } from 'kysely'

/** SQL for a timestamp with microseconds, ISO 8601 in UTC, as in exchange files. */
export function isoTime<N extends string | null = string>(column: string): RawBuilder<N> {
  return sql<N>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
