import { type RawBuilder, sql } from 'kysely'
import type { Term } from './query.ts'

/** Documents that words are looked for in; the expressions are those of the indexes. */
export const RULE_WORDS = sql`to_tsvector('english', coalesce(r.title, '') || ' ' || coalesce(r.fixtext, '') || ' ' || coalesce(r.vendor_comments, '') || ' ' || coalesce(r.status_justification, '') || ' ' || coalesce(r.artifact_description, ''))`
export const CHECK_WORDS = sql`to_tsvector('english', coalesce(k.content, ''))`
export const DISA_WORDS = sql`to_tsvector('english', coalesce(d.vuln_discussion, '') || ' ' || coalesce(d.mitigations, ''))`

/** A term as a text-search query: stemmed, words by their beginning, abbreviations also written out. */
export function tsQuery({ text, kind, expansions }: Term): RawBuilder<unknown> {
  if (kind !== 'word') return sql`phraseto_tsquery('english', ${text})`
  const beginning = sql`to_tsquery('english', ${`'${text.replaceAll("'", '')}':*`})`
  const written = expansions.map((expansion) => sql` || phraseto_tsquery('english', ${expansion})`)
  return sql`(${beginning}${sql.join(written, sql``)})`
}
