import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { SEARCHED_KINDS, type SearchedKind } from '../../../src/search/texts.ts'

/** A custom abbreviation of one word. */
export interface OwnAbbreviation {
  /** Lowercase. */
  word: string
  expansion: string
}

/** Data that a search needs before its query is built. */
export interface SearchPrerequisites {
  abbreviations: OwnAbbreviation[]
  /** Kinds with missing or outdated index entries. Later changes are newer than the search. */
  stale: SearchedKind[]
}

const kinds = sql.join(SEARCHED_KINDS.map((kind) => sql.lit(kind)))

/** Query for both, by lowercase words; returns one row. */
export function buildPrerequisiteQuery(words: string[]) {
  return sql<SearchPrerequisites>`select array(select k.kind from unnest(array[${kinds}]) k (kind)
      where exists (select from search_reindex_queue w where w.kind = k.kind)) as stale,
    (select coalesce(json_agg(json_build_object('word', lower(a.abbreviation), 'expansion', a.expansion) order by a.id), '[]')
      from search_abbreviations a where lower(a.abbreviation) = any (${words}::text[])) as abbreviations`
}

export const NO_PREREQUISITES: SearchPrerequisites = { abbreviations: [], stale: [] }

/** Reads both by lowercase words, with one query. */
export async function readPrerequisites(db: Queries, words: string[]): Promise<SearchPrerequisites> {
  const [prerequisites] = await selectPrerequisites(db, words)
  return prerequisites ?? NO_PREREQUISITES
}

const selectPrerequisites = preparedQuery((_, words: string[]) => buildPrerequisiteQuery(words), {
  short: true,
})
