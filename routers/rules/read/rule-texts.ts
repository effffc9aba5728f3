import { type RawBuilder, sql } from 'kysely'
import { DOCUMENT_TYPES } from '../../../src/vocabulary.ts'
import { buildJsonObject } from '../../srgs/read/catalog-rules.ts'
import { ONLY_ON } from './requirements.schema.ts'

/** Columns of requirement `r` in the navigator (rule C-44). */
export const NAVIGATOR = [
  'r.id',
  'r.rule_id',
  'r.title',
  'r.version',
  'r.status',
  'r.rule_severity',
  'r.locked',
  'r.review_requestor_id',
  'r.changes_requested',
] as const

/** SQL that converts row `alias` to JSON: those of `keys` that the row's document type has, in order. */
export function buildRuleObject<R>(alias: string, keys: readonly string[]): RawBuilder<R> {
  const cases = DOCUMENT_TYPES.map((type) => {
    const foreign: readonly string[] = type === 'stig' ? ONLY_ON.srg : ONLY_ON.stig
    const object = buildJsonObject(
      alias,
      keys.filter((key) => !foreign.includes(key)),
    )
    return sql`when ${sql.lit(type)} then ${object}`
  })
  return sql<R>`(case ${sql.ref(`${alias}.document_type`)} ${sql.join(cases, sql` `)} end)`
}

/** SQL that converts a rule to JSON text. */
export function buildRuleText(alias: string, keys: readonly string[]): RawBuilder<string> {
  return sql<string>`${buildRuleObject(alias, keys)}::text`
}
