import { type RawBuilder, sql } from 'kysely'

/** SQL for a timestamp with microseconds, ISO 8601 in UTC, as archives write it (rule E-9). */
export function isoTime(column: string): RawBuilder<string | null> {
  return sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
}
