import { type RawBuilder, sql } from 'kysely'

/**
 * What the search reads (components 4.5), as a row `(words, identifiers)`; catalog rules have `check_text` besides.
 * Both the indexer and a search that comes before it compute with these. A change here needs a migration that marks
 * all rows in `stale_words`.
 */
type Texts = RawBuilder<unknown>

/** Of a requirement `r`, with all its checks and descriptions. */
export const REQUIREMENT_TEXTS: Texts = sql`select search_vector(r.title, concat_ws(chr(10), r.fixtext,
      r.vendor_comments, r.status_justification, r.artifact_description,
      (select string_agg(k.content, chr(10) order by k.id) from rule_checks k where k.rule_id = r.id),
      (select string_agg(concat_ws(chr(10), d.vuln_discussion, d.mitigations), chr(10) order by d.id)
        from disa_descriptions d where d.rule_id = r.id))) as words,
    lower(concat_ws(' ', r.ident, r.version)) as identifiers`

/** Of a rule `s` of the catalog. */
export const CATALOG_TEXTS: Texts = sql`select search_vector(s.title, concat_ws(chr(10), s.fixtext, s.vuln_discussion)) as words,
    lower(concat_ws(' ', s.rule_id, s.vuln_id, s.ident, s.version)) as identifiers,
    lower(coalesce(s.check_content, '')) as check_text`

/**
 * Ids of the records of a kind whose stored words are missing or old. As an array, because there are none or thousands
 * from one second to the next: a plan made of the table's statistics would be wrong at the worst time.
 */
export function staleOnes(kind: 'rule' | 'srg' | 'stig'): RawBuilder<unknown> {
  return sql`(select unnest(array(select record_id from stale_words where kind = ${sql.lit(kind)})))`
}
