import { type RawBuilder, sql } from 'kysely'
import { opaqueIdsInOrder } from '../../../src/database/opaque-parameter.ts'
import { CATALOG_TEXTS, staleRecordIds } from '../../../src/search/texts.ts'
import type { SearchQuery } from './query.ts'
import type { GlobalResult } from './search-results.schema.ts'
import { matchesTerms } from './term-conditions.ts'

type Kind = 'srg' | 'stig'

/**
 * Ids of catalog rules: substring matches in identifiers, then in checks, then full-text matches; without
 * duplicates, up to the limit (rule C-68). Parameters are visible to the planner, because word frequencies
 * differ.
 */
export function selectCatalogHits(kind: Kind, query: SearchQuery, limit: number) {
  const pattern = query.patterns[0] ?? ''
  const search = { kind, limit, stale: query.stale.includes(kind), severity: query.severity !== null }
  const hits = [
    sql`w.identifiers like ${pattern}`,
    sql`w.check_text like ${pattern}`,
    ...listWordHits(query),
  ].map((hit, index) => selectHits(hit, index, search))
  return sql<{ id: number }>`select h.id from (${sql.join(hits, sql` union all `)}) h group by h.id
    order by min(h.ordinal), h.id limit ${limit}`
}

function listWordHits({ terms, severity }: SearchQuery): RawBuilder<unknown>[] {
  const conditions = [
    ...(terms.length > 0 ? [matchesTerms(terms)] : []),
    ...(severity ? [sql`s.rule_severity = ${severity}`] : []),
  ]
  return conditions.length === 0 ? [] : [sql.join(conditions, sql` and `)]
}

interface CatalogSearch {
  kind: Kind
  limit: number
  /** Whether some guides are not indexed yet. */
  stale: boolean
  /** Whether the query filters by severity, which is not in the index. */
  severity: boolean
}

/** The first matches of one kind, from the index and from the texts of guides that are not indexed yet. */
function selectHits(hit: RawBuilder<unknown>, index: number, search: CatalogSearch): RawBuilder<unknown> {
  const { kind, limit, stale, severity } = search
  const [rules, words] = [sql.table(`${kind}_rules`), sql.table(`${kind}_rule_search_index`)]
  const [id, guide] = [sql.ref(`w.${kind}_rule_id`), sql.ref(`s.${kind}_id`)]
  const rule = stale || severity ? sql`join ${rules} s on s.id = ${id}` : sql``
  const fresh = stale ? sql`and ${guide} not in ${staleRecordIds(kind)}` : sql``
  const stored = sql`(select ${id} as id, ${sql.lit(index)} as ordinal from ${words} w ${rule}
      where ${hit} ${fresh} order by ${id} limit ${limit})`
  if (!stale) return stored
  return sql`${stored}
    union all
    (select s.id, ${sql.lit(index)} from (select distinct * from ${staleRecordIds(kind)} x (id)) x
      cross join lateral (select s.* from ${rules} s where ${guide} = x.id offset 0) s
      cross join lateral (${CATALOG_TEXTS} offset 0) w where ${hit} order by s.id limit ${limit})`
}

/** Query for the result fields of SRG rules with these ids, in their order. */
export function selectSrgRuleResults(ids: readonly number[]) {
  type RuleResult = GlobalResult['srg_rules'][number]
  return selectRules<RuleResult>('srg', sql`s.srg_id, g.name as srg_name`, ids)
}

/** Query for the result fields of STIG rules with these ids, in their order. */
export function selectStigRuleResults(ids: readonly number[]) {
  type RuleResult = GlobalResult['stig_rules'][number]
  return selectRules<RuleResult>('stig', sql`s.vuln_id, s.stig_id, g.name as stig_name`, ids)
}

function selectRules<T>(kind: Kind, columns: RawBuilder<unknown>, ids: readonly number[]) {
  return sql<T>`select s.id, s.rule_id, s.title, s.fixtext, s.ident, ${columns} from ${opaqueIdsInOrder(ids, 'h')}
    join ${sql.table(`${kind}_rules`)} s on s.id = h.id
    join ${sql.table(`${kind}s`)} g on g.id = s.${sql.ref(`${kind}_id`)}
    order by h.ordinal`
}
