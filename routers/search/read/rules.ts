import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../../../src/audit/actor.ts'
import { joinFirstDisaDescription } from '../../../src/database/fragments/first-parts.ts'
import { opaqueIdsInOrder } from '../../../src/database/opaque-parameter.ts'
import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { parentSql } from '../../../src/database/satisfiers.ts'
import { REQUIREMENT_TEXTS, staleRecordIds } from '../../../src/search/texts.ts'
import { isReadableComponent } from '../../components/read/visible-components.ts'
import type { SearchQuery, Term } from './query.ts'
import type { RuleResult } from './search-results.schema.ts'
import { buildSnippet } from './snippet.ts'
import { matchesTerms, rankSql, selectStems } from './term-conditions.ts'

export interface RuleSearch {
  limit: number
  componentId: number | undefined
}

/** A requirement with all terms, and the stem of each term. */
export interface RuleHit {
  id: number
  stems: (string | null)[]
}

/** Converts a match to a result, with the words around its first match. */
export function toRuleResult(
  { fixtext, vuln_discussion, check, ...row }: RuleResultRow,
  stems: RuleHit['stems'],
  terms: Term[],
): z.infer<typeof RuleResult> {
  const snippetTerms = terms.map(({ text, expansions }, index) => ({
    texts: [text, ...expansions],
    stem: stems[index] ?? null,
  }))
  return { ...row, ...buildSnippet({ title: row.title, fixtext, vuln_discussion, check }, snippetTerms) }
}

/**
 * Query for readable requirements with all terms, ranked (rule C-68); none without terms. Parameters are
 * visible to the planner, because word frequencies differ.
 */
export function selectRuleHits(actor: Caller, query: SearchQuery, { limit, componentId }: RuleSearch) {
  if (query.terms.length === 0 && query.severity === null) return sql<RuleHit>`select where false`
  const ofOne = componentId === undefined ? sql`` : sql`and c.id = ${componentId}`
  const scope: Scope = {
    live: sql`r.deleted_at is null ${query.severity ? sql`and r.rule_severity = ${query.severity}` : sql``}`,
    readsAll: actor.admin && componentId === undefined,
    stale: query.stale.includes('rule'),
  }
  return sql<RuleHit>`with readable_components as materialized (select c.id from components c where ${isReadableComponent(actor)} ${ofOne})
    select m.id, ${selectStems(query.terms)} as stems from (${selectMatches(query.terms, scope)}) m
    order by m.score desc, m.id limit ${limit}`
}

/** The texts of all checks, because the words can be in any of them. */
const CHECK_TEXTS = sql`(select string_agg(k.content, chr(10) order by k.id) from rule_checks k where k.rule_id = r.id)`

/**
 * Query for the result fields of readable requirements with these ids, in their order. The ids are opaque
 * parameters.
 */
export function selectRuleResults(actor: Caller, ids: readonly number[]) {
  return sql<RuleResultRow>`select r.id, r.rule_id, r.title, r.status, c.id as component_id, c.prefix as component_prefix,
      r.fixtext, d.vuln_discussion, ${CHECK_TEXTS} as "check", p.id as parent_rule_id,
      ${displayedNameSql('c', 'p')} as parent_display_name,
      (select count(*)::integer from reviews v where v.rule_id = r.id and v.action = 'comment') as comment_count
    from ${opaqueIdsInOrder(ids, 'm')}
    join rules r on r.id = m.id join components c on c.id = r.component_id
    ${joinFirstDisaDescription('d')}
    left join lateral ${parentSql('r.id', sql`o.id, o.rule_id`)} p on true
    where r.deleted_at is null and ${isReadableComponent(actor)}
    order by m.ordinal`
}

interface Scope {
  /** Condition on requirement `r`. */
  live: RawBuilder<unknown>
  /** Whether all components are searched. */
  readsAll: boolean
  /** Whether some requirements have missing or outdated index entries. */
  stale: boolean
}

const STALE = staleRecordIds('rule')
const IN_READABLE_COMPONENTS = sql`r.component_id = any (array(select id from readable_components))`

/**
 * Id and score of every match, from the index and from the texts of requirements with outdated entries.
 * `offset 0` prevents the planner from reading others.
 */
function selectMatches(terms: Term[], scope: Scope): RawBuilder<unknown> {
  const { live, readsAll, stale } = scope
  const condition = readsAll ? live : sql`${live} and ${IN_READABLE_COMPONENTS}`
  if (terms.length === 0) return sql`select r.id, null::real as score from rules r where ${condition}`
  if (!stale) return selectIndexed(terms, scope)
  return sql`${selectIndexed(terms, scope)}
    union all
    select r.id, ${rankSql(terms)}
      from (select distinct * from ${STALE} x (id)) x
      cross join lateral (select r.* from rules r where r.id = x.id and ${condition} offset 0) r
      cross join lateral (${REQUIREMENT_TEXTS} offset 0) w where ${matchesTerms(terms)}`
}

/**
 * Matches in the index. Administrators look up the words. For others the search starts with the components that they
 * can read, so its duration does not reveal what other requirements contain.
 */
function selectIndexed(terms: Term[], { live, readsAll, stale }: Scope): RawBuilder<unknown> {
  const scored = sql`select w.rule_id as id, ${rankSql(terms)} as score`
  const fresh = stale ? sql`and w.rule_id not in ${STALE}` : sql``
  if (readsAll) {
    return sql`${scored} from rules r join rule_search_index w on w.rule_id = r.id
      where ${live} ${fresh} and ${matchesTerms(terms)}`
  }
  // A list of requirements per component takes half the time of single lookups.
  return sql`${scored} from readable_components c
    cross join lateral (select w.* from rule_search_index w where w.rule_id = any (array(
      select r.id from rules r where r.component_id = c.id and ${live})) offset 0) w
    where ${matchesTerms(terms)} ${fresh}`
}

export type RuleResultRow = Omit<z.infer<typeof RuleResult>, 'snippet' | 'matched_field' | 'highlights'> & {
  fixtext: string | null
  vuln_discussion: string | null
  check: string | null
}
