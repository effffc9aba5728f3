import { type Expression, type RawBuilder, sql } from 'kysely'

/** Queries of the builder, or texts, by the names that their rows come under. */
type QueryParts = Record<string, Expression<unknown>>

/** The rows of each query, under its name. */
export type CombinedRows<P extends QueryParts> = {
  [Name in keyof P]: P[Name] extends Expression<infer Row> ? Row[] : never
}

/**
 * Several queries as one statement of one row, because a round trip costs more than the reading. The rows of each come
 * as JSON in their order: times in ISO 8601, numbers and dates as PostgreSQL writes them. `first` are queries that the
 * others may select from by name.
 */
export function combinedQuery<P extends QueryParts>(
  parts: P,
  first: QueryParts = {},
): RawBuilder<CombinedRows<P>> {
  const lists = Object.entries(parts).map(([name, query]) => sql`${listOf(query)} as ${sql.ref(name)}`)
  return sql<CombinedRows<P>>`${before(first)} select ${sql.join(lists)}`
}

declare const valueOf: unique symbol

/** A text that is JSON of such a value. */
export type JsonText<T> = string & { readonly [valueOf]?: T }

/** The combined query as the text of one JSON object, for `memoizedResponse`. */
export function combinedQueryAsText<P extends QueryParts>(
  parts: P,
  first: QueryParts = {},
): RawBuilder<{ body: JsonText<CombinedRows<P>> }> {
  const members = Object.entries(parts).flatMap(([name, query]) => [sql.lit(name), listOf(query)])
  return sql<{ body: JsonText<CombinedRows<P>> }>`
    ${before(first)} select json_build_object(${sql.join(members)})::text as body`
}

function before(first: QueryParts): RawBuilder<unknown> {
  const named = Object.entries(first).map(([name, query]) => sql`${sql.ref(name)} as materialized (${query})`)
  return named.length === 0 ? sql`` : sql`with ${sql.join(named)}`
}

function listOf(query: Expression<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(found_row), '[]') from (${query}) found_row)`
}
