import { type RawBuilder, sql } from 'kysely'

/**
 * A requirement can have several checks and DISA descriptions. Forms, sheets and documents with one of each show the
 * one with the lowest id.
 */

/** Subquery for an expression over the first check `k` of the requirement with this id column. */
export function firstCheck<T>(ruleId: string, value: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`(select ${value} from rule_checks k where k.rule_id = ${sql.ref(ruleId)} order by k.id limit 1)`
}

/** Subquery for an expression over the first DISA description `d` of the requirement with this id column. */
export function firstDisaDescription<T>(ruleId: string, value: RawBuilder<unknown>): RawBuilder<T> {
  return sql<T>`(select ${value} from disa_descriptions d where d.rule_id = ${sql.ref(ruleId)} order by d.id limit 1)`
}

/** Joins the first check of requirement `r` as `k`. */
export const JOIN_FIRST_CHECK = sql`left join lateral ${firstCheck('r.id', sql`k.*`)} k on true`

/** Joins the first DISA description of requirement `r`; each query chooses a free alias. */
export function joinFirstDisaDescription(alias: 'd' | 'a'): RawBuilder<unknown> {
  return sql`left join lateral ${firstDisaDescription('r.id', sql`d.*`)} ${sql.ref(alias)} on true`
}

/** JSON list of checks `y`, in order. */
const CHECK_LIST = sql`json_agg(json_build_object('system', y.system, 'content_ref_name', y.content_ref_name,
    'content_ref_href', y.content_ref_href, 'content', y.content) order by y.id)`

/** JSON list of all checks of the requirement with this id column, in order; null if there are none. */
export function allChecks<T>(ruleId: string): RawBuilder<T> {
  return sql<T>`(select ${CHECK_LIST} from rule_checks y where y.rule_id = ${sql.ref(ruleId)})`
}

/** JSON list of the checks after the first one of the requirement with this id column; null if there are none. */
export function checksAfterFirst<T>(ruleId: string): RawBuilder<T> {
  return sql<T>`(select ${CHECK_LIST}
    from (select * from rule_checks o where o.rule_id = ${sql.ref(ruleId)} order by o.id offset 1) y)`
}

/** JSON list of the checks of requirement `r` after its first one, `k`; null if there are none. */
export const FURTHER_CHECKS = sql`(select ${CHECK_LIST}
  from rule_checks y where y.rule_id = r.id and y.id > k.id)`
