import { sql } from 'kysely'
import { countedRulesSql, RULE_COUNTS } from '../../../entities/rule-count-delta.ts'
import type { Services } from '../../services.ts'

/** Components and deltas per batch: few, so that one statement is short. */
const COMPONENTS = 20
const LINES = 200

const joinColumns = (toSql: (column: string) => string) => sql.raw(RULE_COUNTS.map(toSql).join(', '))

/** Components without a stored count; until then, each read counts their requirements. */
const WITHOUT_BASE = sql<{ id: number }>`select c.id from components c
  where not exists (select from rule_count_deltas t where t.component_id = c.id and t.base)`

/** The remaining work: one row for each component or delta. */
export const UNCOMPACTED_RULE_COUNTS = sql`${WITHOUT_BASE} union all select component_id from rule_count_deltas where not base`

/** Compacts the requirement counts of components. Sums stay the same; any process may run it. */
export async function compactRuleCountDeltas(
  { database, throttle }: Pick<Services, 'database' | 'throttle'>,
  signal: AbortSignal,
): Promise<void> {
  const runBatches = (statement: typeof insertBaseCounts) =>
    throttle.runBatches(
      async () => ((await statement.execute(database.queries)).rows[0]?.left ?? 0) > 0,
      signal,
    )
  await runBatches(insertBaseCounts)
  await runBatches(mergeDeltas)
}

/**
 * Inserts the base counts of components: the counted requirements minus the existing deltas, in one snapshot, so that
 * nothing counts twice. Deletes the counts of deleted components.
 */
const insertBaseCounts = sql<{ left: number }>`
  with orphans as (delete from rule_count_deltas where id in (select o.id from rule_count_deltas o
    where o.component_id not in (select id from components) for update skip locked)),
  due as materialized (${WITHOUT_BASE} limit ${sql.lit(COMPONENTS)}),
  inserted_bases as (insert into rule_count_deltas (component_id, base, ${joinColumns((column) => column)})
    select d.id, true, ${joinColumns((column) => `n.${column} - l.${column}`)}
    from due d cross join lateral (${sql.raw(countedRulesSql('d.id'))}) n
    cross join lateral (select ${joinColumns((column) => `coalesce(sum(t.${column}), 0)::integer as ${column}`)}
      from rule_count_deltas t where t.component_id = d.id) l
    on conflict (component_id) where base do nothing)
  select (count(*) = ${sql.lit(COMPONENTS)})::integer as left from due`

/** Adds the deltas to the base counts of their components, which are locked in id order. */
const mergeDeltas = sql<{ left: number }>`
  with due as materialized (select f.id from rule_count_deltas f where not f.base and exists
      (select from rule_count_deltas b where b.component_id = f.component_id and b.base)
    limit ${sql.lit(LINES)} for update of f skip locked),
  deleted_deltas as (delete from rule_count_deltas where id in (select id from due) returning *),
  locked_bases as materialized (select b.id from rule_count_deltas b where b.base
    and b.component_id in (select component_id from deleted_deltas) order by b.id for update),
  updated_bases as (update rule_count_deltas b set ${joinColumns((column) => `${column} = b.${column} + s.${column}`)}
    from (select component_id, ${joinColumns((column) => `sum(${column})::integer as ${column}`)}
      from deleted_deltas group by component_id) s
    where b.component_id = s.component_id and b.id in (select id from locked_bases))
  select (count(*) = ${sql.lit(LINES)})::integer as left from due`
