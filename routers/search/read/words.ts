import { type RawBuilder, sql } from 'kysely'
import type { Term } from './query.ts'

/** A term as a text-search query: stemmed, words by their beginning, abbreviations also written out. */
function tsQuery({ text, beginning, kind, expansions }: Term): RawBuilder<unknown> {
  if (kind !== 'word') return sql`phraseto_tsquery('english', ${text})`
  const written = expansions.map((expansion) => sql` || phraseto_tsquery('english', ${expansion})`)
  return sql`(to_tsquery('english', ${beginning})${sql.join(written, sql``)})`
}

/** What all terms together ask of a row of stored words `w`; words that say nothing, such as `the`, ask nothing. */
export function matching(terms: Term[]): RawBuilder<unknown> {
  const words = terms.filter(({ kind }) => kind !== 'identifier').map(tsQuery)
  const conditions = words.length === 0 ? [] : [sql`w.vector @@ (${sql.join(words, sql` && `)})`]
  for (const term of terms.filter(({ kind }) => kind === 'identifier')) {
    conditions.push(sql`(w.vector @@ ${tsQuery(term)} or w.identifiers like ${term.pattern})`)
  }
  return sql.join(conditions, sql` and `)
}

/** How well a row of stored words `w` answers the terms. */
export function rank(terms: Term[]): RawBuilder<unknown> {
  return sql`ts_rank(w.vector, ${sql.join(terms.map(tsQuery), sql` || `)})`
}

/** What the database takes the forms of each term to begin with; null for what is looked for as it is. */
export function stems(terms: Term[]): RawBuilder<unknown> {
  const each = terms.map(({ lower, kind }) =>
    kind === 'word' ? sql`(ts_lexize('english_stem', ${lower}))[1]` : sql`null`,
  )
  return sql`array[${sql.join(each)}]::text[]`
}
