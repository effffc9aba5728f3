import { type Expression, type RawBuilder, sql } from 'kysely'

/** Queries by the name of their result. */
type QueryParts = Record<string, Expression<unknown>>

/** The rows of each query by name. */
export type CombinedRows<P extends QueryParts> = {
  [Name in keyof P]: P[Name] extends Expression<infer Row> ? Row[] : never
}

/**
 * Combines several queries into one statement to save round trips. Rows are returned as JSON: times in ISO 8601,
 * numbers and dates as PostgreSQL formats them. The others can select from queries in `first` by name.
 */
export function combinedQuery<P extends QueryParts>(
  parts: P,
  first: QueryParts = {},
): RawBuilder<CombinedRows<P>> {
  const lists = Object.entries(parts).map(([name, query]) => sql`${listOf(query)} as ${sql.ref(name)}`)
  return sql<CombinedRows<P>>`${before(first)} select ${sql.join(lists)}`
}

declare const valueOf: unique symbol

/** JSON text of a value of type T. */
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
