import { type RawBuilder, sql } from 'kysely'
import {
  CHECK_FIELDS,
  listColumnsUsed,
  DISA_FIELDS,
  type Fields,
  RULE_FIELDS,
  type FieldUse,
} from '../../entities/requirement-fields.ts'

/**
 * The search document of a record (rule C-68), as a row `(vector, identifiers)`; catalog rules also have `check_text`.
 * The indexer stores it, and a search computes it for records that are not indexed yet. A change needs a migration that puts
 * all records into `search_reindex_queue`.
 */
type Texts = RawBuilder<unknown>

function columnList(alias: string, fields: Fields, use: FieldUse): RawBuilder<unknown> {
  return sql.join(listColumnsUsed(fields, use).map((name) => sql.ref(`${alias}.${name}`)))
}

/** The search document of a requirement `r`, with all its checks and descriptions. */
export const REQUIREMENT_TEXTS: Texts = sql`select to_search_vector(concat_ws(chr(10), ${columnList('r', RULE_FIELDS, 'title')}),
      concat_ws(chr(10), ${columnList('r', RULE_FIELDS, 'searched')},
      (select string_agg(concat_ws(chr(10), ${columnList('k', CHECK_FIELDS, 'searched')}), chr(10) order by k.id)
        from rule_checks k where k.rule_id = r.id),
      (select string_agg(concat_ws(chr(10), ${columnList('d', DISA_FIELDS, 'searched')}), chr(10) order by d.id)
        from disa_descriptions d where d.rule_id = r.id))) as vector,
    lower(concat_ws(' ', ${columnList('r', RULE_FIELDS, 'identifier')})) as identifiers`

/** The text of all checks of a catalog rule, for substring search. */
export function catalogCheckText(alias: string): RawBuilder<string> {
  const [first, further] = [sql.ref(`${alias}.check_content`), sql.ref(`${alias}.further_checks`)]
  return sql`lower(concat_ws(chr(10), ${first}, (select string_agg(e.part ->> 'content', chr(10) order by e.ordinal)
    from jsonb_array_elements(${further}) with ordinality as e (part, ordinal))))`
}

/** The search document of a catalog rule `s`. */
export const CATALOG_TEXTS: Texts = sql`select to_search_vector(s.title, concat_ws(chr(10), s.fixtext, s.vuln_discussion)) as vector,
    lower(concat_ws(' ', s.rule_id, s.vuln_id, s.ident, s.version)) as identifiers,
    ${catalogCheckText('s')} as check_text`

/** Kinds of records in the search index. */
export const SEARCHED_KINDS = ['rule', 'srg', 'stig'] as const
export type SearchedKind = (typeof SEARCHED_KINDS)[number]

/**
 * Ids of the records of a kind that are not indexed or outdated. An array, because their number changes quickly, so a
 * plan from table statistics would be wrong.
 */
export function staleRecordIds(kind: SearchedKind): RawBuilder<unknown> {
  return sql`(select unnest(array(select record_id from search_reindex_queue where kind = ${sql.lit(kind)})))`
}
