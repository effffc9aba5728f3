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
 * numbers with fractions and days come as the database writes them in JSON. `first` are queries that the others may
 * select from by name; each is run once.
 */
export function together<P extends Parts>(parts: P, first: Parts = {}): RawBuilder<Together<P>> {
  const lists = Object.entries(parts).map(([name, query]) => sql`${listOf(query)} as ${sql.ref(name)}`)
  return sql<Together<P>>`${before(first)} select ${sql.join(lists)}`
}

declare const valueOf: unique symbol

/** A text that is JSON of such a value. */
export type JsonText<T> = string & { readonly [valueOf]?: T }

/** The same as the text of one object, for `madeOnce`, which reads it only if it has to. */
export function togetherAsText<P extends Parts>(
  parts: P,
  first: Parts = {},
): RawBuilder<{ body: JsonText<Together<P>> }> {
  const members = Object.entries(parts).flatMap(([name, query]) => [sql.lit(name), listOf(query)])
  return sql<{ body: JsonText<Together<P>> }>`
    ${before(first)} select json_build_object(${sql.join(members)})::text as body`
}

function before(first: Parts): RawBuilder<unknown> {
  const named = Object.entries(first).map(([name, query]) => sql`${sql.ref(name)} as materialized (${query})`)
  return named.length === 0 ? sql`` : sql`with ${sql.join(named)}`
}

function listOf(query: Expression<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(found_row), '[]') from (${query}) found_row)`
}
