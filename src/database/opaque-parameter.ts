import { type RawBuilder, sql } from 'kysely'

/**
 * A parameter whose value is hidden from the planner. Otherwise PostgreSQL replans large statements each time, because
 * a plan for the specific value seems cheaper.
 */
export function opaqueParameter(value: RawBuilder<unknown> | number): RawBuilder<number> {
  return sql<number>`(select ${value}::integer)`
}

/**
 * A list of ids for `= any (...)` whose length is hidden from the planner, which otherwise replans for each length. Use
 * it only if an index finds the rows.
 */
export function opaqueIds(ids: readonly number[]): RawBuilder<number[]> {
  return sql<number[]>`(array(select unnest(${sql.val(ids)}::integer[])))`
}

/** The ids as a table `(id, ordinal)` with this name, in order. */
export function opaqueIdsInOrder(ids: readonly number[], name: string): RawBuilder<unknown> {
  return sql`unnest(${opaqueIds(ids)}) with ordinality ${sql.ref(name)} (id, ordinal)`
}
