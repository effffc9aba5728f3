import { type RawBuilder, sql } from 'kysely'
import { DOES_NOT_MEET } from '../vocabulary.ts'

/** Satisfactions `l` by live requirements `o`: those of deleted ones link no one (rule C-56). */
export const LIVE_SATISFACTIONS = sql`satisfactions l join rules o on o.id = l.satisfied_by_rule_id and o.deleted_at is null`

/** Whether a live requirement satisfies the one with the id of this column. */
export function isSatisfied(ruleId: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from ${LIVE_SATISFACTIONS} where l.rule_id = ${sql.ref(ruleId)})`
}

/**
 * The parent of a requirement, given by a column or an id, as a query of columns of `o`: of the live requirements that satisfy it, the one with the
 * lowest id. Its texts are inherited (rule C-42), comments go to it (rule R-40), and texts name it (rule C-56).
 */
export function parentOf<T>(ruleId: string | number, columns: RawBuilder<unknown>): RawBuilder<T> {
  const child = typeof ruleId === 'string' ? sql.ref(ruleId) : sql`${ruleId}`
  return sql<T>`(select ${columns} from ${LIVE_SATISFACTIONS} where l.rule_id = ${child} order by o.id limit 1)`
}

/**
 * Beside a requirement `r`, `parent` with the id of the one that satisfies it, and `f`, whose check and fix are read as
 * its own: those of a child come from its parent with the lowest id, and a child that does not meet has none (rule C-42).
 */
export const INHERITED_TEXTS = sql`left join lateral ${parentOf('r.id', sql`o.id`)} parent on true
  left join rules f on f.id = coalesce(parent.id, r.id)
    and not (parent.id is not null and r.status = ${sql.lit(DOES_NOT_MEET)})`
