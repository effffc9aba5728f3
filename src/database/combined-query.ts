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
  const lists = Object.entries(parts).map(([name, query]) => sql`${toJsonList(query)} as ${sql.ref(name)}`)
  return sql<CombinedRows<P>>`${withClause(first)} select ${sql.join(lists)}`
}

declare const jsonValue: unique symbol

/** JSON text of a value of type T. */
export type JsonText<T> = string & { readonly [jsonValue]?: T }

/** The combined query as the text of one JSON object, for `memoizeResponse`. */
export function combinedQueryAsText<P extends QueryParts>(
  parts: P,
  first: QueryParts = {},
): RawBuilder<{ body: JsonText<CombinedRows<P>> }> {
  const members = Object.entries(parts).flatMap(([name, query]) => [sql.lit(name), toJsonList(query)])
  return sql<{ body: JsonText<CombinedRows<P>> }>`
    ${withClause(first)} select json_build_object(${sql.join(members)})::text as body`
}

function withClause(first: QueryParts): RawBuilder<unknown> {
  const expressions = Object.entries(first).map(
    ([name, query]) => sql`${sql.ref(name)} as materialized (${query})`,
  )
  return expressions.length === 0 ? sql`` : sql`with ${sql.join(expressions)}`
}

function toJsonList(query: Expression<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(found_row), '[]') from (${query}) found_row)`
}
