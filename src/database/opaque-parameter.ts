import { type RawBuilder, sql } from 'kysely'

/**
 * A value of one run that the planner does not look at. PostgreSQL plans a statement again each time while it takes the
 * plan for that one value for cheaper, which a statement of many parts pays for with more than it takes to run.
 */
export function opaqueParameter(value: RawBuilder<unknown> | number): RawBuilder<number> {
  return sql<number>`(select ${value}::integer)`
}

/**
 * A list of ids that the planner does not look at, for `= any (…)`: of a list whose length it sees it takes the plan for
 * that length for cheaper each time. Only where rows are found by an index, few or many.
 */
export function opaqueIds(ids: readonly number[]): RawBuilder<number[]> {
  return sql<number[]>`(array(select unnest(${sql.val(ids)}::integer[])))`
}

/** The ids as a table `(id, place)` with the given name, in their order. */
export function opaqueIdsInOrder(ids: readonly number[], name: string): RawBuilder<unknown> {
  return sql`unnest(${opaqueIds(ids)}) with ordinality ${sql.ref(name)} (id, place)`
}
