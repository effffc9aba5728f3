import { type RawBuilder, sql } from 'kysely'
import { opaqueParameter } from '../../../src/database/opaque-parameter.ts'
import type { BenchmarkKind } from '../../../src/formats/xccdf/types.ts'
import { canonicalOrderSql } from './catalog-rules.ts'

/** Two different rules with one key in two releases, or a rule that only one release has. */
export interface DifferingPair {
  key: string
  kind: 'added' | 'removed' | 'updated'
  base_id: number | null
  diff_id: number | null
  /** Size of their texts, and of all previous pairs. */
  bytes: number
  upto: number
}

/** The texts that an update of a component compares, with the first check of each rule. */
export const UPDATED_TEXTS = [
  'title',
  'rule_severity',
  'ident',
  'vuln_discussion',
  'check_content',
  'fixtext',
]
/** The texts that a comparison of releases shows, with all checks. */
export const ALL_TEXTS = [...UPDATED_TEXTS, 'further_checks']

const textColumnsSql = (alias: string, texts: readonly string[]) =>
  sql.join(texts.map((name) => sql.ref(`${alias}.${name}`)))
const byteLengthSql = (alias: string, texts: readonly string[]) =>
  sql.join(
    texts.map((name) => sql`coalesce(octet_length(${sql.ref(`${alias}.${name}`)}::text), 0)`),
    sql` + `,
  )

/**
 * Differences between two releases in canonical order, without texts. Rules match by version; duplicates also
 * by position, because rule ids differ between releases (rule C-18). Ids are opaque parameters, because the
 * planner would plan again for each.
 */
export function selectDifferingPairs(
  kind: BenchmarkKind,
  baseId: number,
  diffId: number,
  texts: readonly string[],
): RawBuilder<DifferingPair> {
  const selectKeyedRules = (
    id: number,
  ) => sql`(select numbered.*, case when same = 1 then name else name || ' (' || same || ')' end as key
    from (select s.*, coalesce(s.version, s.rule_id) as name,
        row_number() over (order by ${canonicalOrderSql('s')}) as ordinal,
        row_number() over (partition by coalesce(s.version, s.rule_id) order by ${canonicalOrderSql('s')}) as same
      from ${sql.table(`${kind}_rules`)} s where ${sql.ref(`s.${kind}_id`)} = ${opaqueParameter(id)}) as numbered)`
  return sql<DifferingPair>`
    select key, kind, base_id, diff_id, bytes, (sum(bytes) over (order by ordinal, key))::float8 as upto
    from (select coalesce(d.key, b.key) as key, coalesce(d.ordinal, b.ordinal) as ordinal, b.id as base_id, d.id as diff_id,
        case when b.id is null then 'added' when d.id is null then 'removed' else 'updated' end as kind,
        ${byteLengthSql('b', texts)} + ${byteLengthSql('d', texts)} + 200 as bytes
      from ${selectKeyedRules(baseId)} b full join ${selectKeyedRules(diffId)} d on d.key = b.key
      where (${textColumnsSql('b', texts)}) is distinct from (${textColumnsSql('d', texts)}) or b.id is null or d.id is null) as differing
    order by ordinal, key`
}
