import { type RawBuilder, sql } from 'kysely'
import { DOES_NOT_MEET } from '../vocabulary.ts'

/** Joins satisfactions `l` with live requirements `o`; deleted ones satisfy nothing (rule C-56). */
export const LIVE_SATISFACTIONS = sql`satisfactions l join rules o on o.id = l.satisfied_by_rule_id and o.deleted_at is null`

/** SQL condition: a live requirement satisfies the one with this id column. */
export function isSatisfied(ruleId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${LIVE_SATISFACTIONS} where l.rule_id = ${sql.ref(ruleId)})`
}

/**
 * Subquery for the parent of a requirement: the live requirement with the lowest id that satisfies it. Its texts are
 * inherited (rule C-42), comments go to it (rule R-40), and texts name it (rule C-56).
 */
export function parentSql<T>(ruleId: string | number, columns: RawBuilder<unknown>): RawBuilder<T> {
  const child = typeof ruleId === 'string' ? sql.ref(ruleId) : sql`${ruleId}`
  return sql<T>`(select ${columns} from ${LIVE_SATISFACTIONS} where l.rule_id = ${child} order by o.id limit 1)`
}

/**
 * Joins `parent`, the id of the requirement that satisfies `r`, and `f`, whose check and fix texts apply. A child
 * inherits them from its parent, but has none if it does not meet the requirement (rule C-42).
 */
export const INHERITED_TEXTS = sql`left join lateral ${parentSql('r.id', sql`o.id`)} parent on true
  left join rules f on f.id = coalesce(parent.id, r.id)
    and not (parent.id is not null and r.status = ${sql.lit(DOES_NOT_MEET)})`
