import { type RawBuilder, sql } from 'kysely'
import type { Term } from './query.ts'

/** Converts a term to a text-search query: stemmed, by prefix, with expanded abbreviations. */
function toTsQuery({ text, beginning, kind, expansions }: Term): RawBuilder<unknown> {
  if (kind !== 'word') return sql`phraseto_tsquery('english', ${text})`
  const written = expansions.map((expansion) => sql` || phraseto_tsquery('english', ${expansion})`)
  return sql`(to_tsquery('english', ${beginning})${sql.join(written, sql``)})`
}

/** Condition: index entry `w` matches all terms; stop words, such as `the`, always match. */
export function matchesTerms(terms: Term[]): RawBuilder<unknown> {
  const words = terms.filter(({ kind }) => kind !== 'identifier').map(toTsQuery)
  const conditions = words.length === 0 ? [] : [sql`w.vector @@ (${sql.join(words, sql` && `)})`]
  for (const term of terms.filter(({ kind }) => kind === 'identifier')) {
    conditions.push(sql`(w.vector @@ ${toTsQuery(term)} or w.identifiers like ${term.pattern})`)
  }
  return sql.join(conditions, sql` and `)
}

/** Rank of index entry `w` for the terms. */
export function rankSql(terms: Term[]): RawBuilder<unknown> {
  return sql`ts_rank(w.vector, ${sql.join(terms.map(toTsQuery), sql` || `)})`
}

/** The stem of each term; null for terms without stemming. */
export function selectStems(terms: Term[]): RawBuilder<unknown> {
  const each = terms.map(({ lower, kind }) =>
    kind === 'word' ? sql`(ts_lexize('english_stem', ${lower}))[1]` : sql`null`,
  )
  return sql`array[${sql.join(each)}]::text[]`
}
