import { type RawBuilder, sql } from 'kysely'
import { CHECK_FIELDS, listColumnsUsed } from '../../entities/requirement-fields.ts'

/** Columns of a requirement's check. */
export const CHECKS = listColumnsUsed(CHECK_FIELDS, 'followed')

/**
 * SQL rows for the checks of catalog rule `alias` with an `ordinal`: the one in its own columns first (rule
 * C-16).
 */
export function catalogChecksSql(alias: string): RawBuilder<unknown> {
  const flat = sql.join(CHECKS.map((name) => sql`${sql.ref(`${alias}.check_${name}`)} as ${sql.ref(name)}`))
  return sql`(select 0 as ordinal, ${flat} union all ${furtherChecksSql(alias)})`
}

/** SQL rows for the further checks of `alias`. */
export function furtherChecksSql(alias: string): RawBuilder<unknown> {
  const others = sql.join(CHECKS.map((name) => sql`e.part ->> ${sql.lit(name)}`))
  const parts = sql.ref(`${alias}.further_checks`)
  return sql`select e.ordinal::integer, ${others} from jsonb_array_elements(${parts}) with ordinality as e (part, ordinal)`
}
