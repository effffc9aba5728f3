import { type RawBuilder, sql } from 'kysely'

const POSTGRES_TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?([+-]\d\d(?::?\d\d)?)$/

/**
 * Formats a time for JSON, `YYYY-MM-DD HH:MM:SS UTC`, without fractions (rule E-9). Takes a Date, PostgreSQL's text or
 * ISO 8601; null stays null. Throws a RangeError for any other text.
 */
export function toWireTime(value: string | Date): string
export function toWireTime(value: string | Date | null): string | null
export function toWireTime(value: string | Date | null): string | null {
  if (value === null) return null
  if (typeof value === 'string') {
    const [, day, clock, offset] = POSTGRES_TIME.exec(value) ?? []
    if (offset === '+00' || offset === '+00:00') return `${day} ${clock} UTC`
    if (offset) return toWireTime(new Date(`${day}T${clock}${offset.length === 3 ? `${offset}:00` : offset}`))
    return toWireTime(new Date(value))
  }
  const text = value.toISOString()
  return `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`
}

/** SQL that formats a column such as `reviews.created_at` for JSON. */
export function wireTimeSql<N extends string | null = string>(column: string): RawBuilder<N> {
  return sql<N>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')`
}
