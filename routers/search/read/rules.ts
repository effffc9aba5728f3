import { displayedNameSql } from '../../../src/database/requirement-name.ts'
import { mayReadComponent } from '../../components/read/visible-components.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../src/access/actor.ts'
import { REQUIREMENT_TEXTS, staleOnes } from '../../../src/search/texts.ts'
import type { SearchQuery } from './query.ts'
import type { FoundRule } from './found.schema.ts'
import { snippetOf } from './snippet.ts'
import { matching, rank, stems } from './words.ts'

export interface RuleSearch {
  limit: number
  componentId: number | undefined
}

/** A requirement that was found, with the words around its first hit. */
export function foundRule(
  { fixtext, vuln_discussion, check, stems, ...row }: Row,
  { terms }: SearchQuery,
): z.infer<typeof FoundRule> {
  const wanted = terms.map(({ text, expansions }, place) => ({
    texts: [text, ...expansions],
    stem: stems[place] ?? null,
  }))
  return { ...row, ...snippetOf({ title: row.title, fixtext, vuln_discussion, check }, wanted) }
}

/**
 * Requirements with all words, ranked, as far as the caller may read them (rule C-68); none for a query without any.
 * Matches and their ranks first; only what is answered is read in full.
 */
export function ruleSearch(actor: Actor, query: SearchQuery, { limit, componentId }: RuleSearch) {
  if (query.terms.length === 0 && query.severity === null) return sql<Row>`select where false`
  const readable = sql.join(
    [
      sql`r.deleted_at is null`,
      mayReadComponent(actor),
      ...(query.severity ? [sql`r.rule_severity = ${query.severity}`] : []),
      ...(componentId === undefined ? [] : [sql`r.component_id = ${componentId}`]),
    ],
    sql` and `,
  )
  return sql<Row>`select r.id, r.rule_id, r.title, r.status, c.id as component_id, c.prefix as component_prefix,
      r.fixtext, d.vuln_discussion, k.content as "check", p.id as parent_rule_id,
      ${displayedNameSql('c', 'p')} as parent_display_name,
      (select count(*)::integer from reviews v where v.rule_id = r.id and v.action = 'comment') as comment_count,
      ${stems(query.terms)} as stems
    from (select * from (${matches(query, readable)}) m order by m.score desc, m.id limit ${limit}) m
    join rules r on r.id = m.id join components c on c.id = r.component_id
    left join lateral (select x.content from rule_checks x where x.rule_id = r.id order by x.id limit 1) k on true
    left join lateral (select x.vuln_discussion from disa_descriptions x where x.rule_id = r.id order by x.id limit 1) d on true
    left join lateral (select o.id, o.rule_id from satisfactions l join rules o on o.id = l.satisfied_by_rule_id
      where l.rule_id = r.id and o.deleted_at is null order by o.id limit 1) p on true
    order by m.score desc, m.id`
}

/**
 * Id and score of every match: by the stored words, and by the texts of those whose words are stale. `offset 0` keeps
 * the planner from reading any others.
 */
function matches({ terms }: SearchQuery, readable: RawBuilder<unknown>): RawBuilder<unknown> {
  const rules = sql`rules r join components c on c.id = r.component_id`
  if (terms.length === 0) return sql`select r.id, null::real as score from ${rules} where ${readable}`
  return sql`select r.id, ${rank(terms)} as score from ${rules} join rule_words w on w.rule_id = r.id
      where ${readable} and ${matching(terms)} and w.rule_id not in ${staleOnes('rule')}
    union all
    select r.id, ${rank(terms)}
      from (select distinct * from ${staleOnes('rule')} x (id)) x
      cross join lateral (select r.* from ${rules} where r.id = x.id and ${readable} offset 0) r
      cross join lateral (${REQUIREMENT_TEXTS} offset 0) w where ${matching(terms)}`
}

type Row = Omit<z.infer<typeof FoundRule>, 'snippet' | 'matched_field' | 'highlights'> & {
  fixtext: string | null
  vuln_discussion: string | null
  check: string | null
  /** By term. */
  stems: (string | null)[]
}
