import { type Expression, type RawBuilder, sql } from 'kysely'

/** Queries of the builder, or texts, by the names that their rows come under. */
type Parts = Record<string, Expression<unknown>>

/** The rows of each query, under its name. */
export type Together<P extends Parts> = {
  [Name in keyof P]: P[Name] extends Expression<infer Row> ? Row[] : never
}

/**
 * Several queries as one statement of one row, because each statement costs the process more than what it reads: the
 * rows of each come as JSON, in its own order, with its own members. Times are in ISO 8601 then, which `wireTime` takes;
 * numbers with fractions and days come as the database writes them in JSON.
 */
export function together<P extends Parts>(parts: P): RawBuilder<Together<P>> {
  const lists = Object.entries(parts).map(
    ([name, query]) =>
      sql`(select coalesce(json_agg(found_row), '[]') from (${query}) found_row) as ${sql.ref(name)}`,
  )
  return sql<Together<P>>`select ${sql.join(lists)}`
}
