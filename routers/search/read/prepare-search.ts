import { sql } from 'kysely'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQuery } from '../../../src/database/prepared-query.ts'
import { SEARCHED_KINDS, type SearchedKind } from '../../../src/search/texts.ts'

/** What the table of abbreviations says of one word. */
export interface OwnAbbreviation {
  /** In lower case. */
  word: string
  expansion: string
}

/** What must be known before a search is written. */
export interface Beforehand {
  own: OwnAbbreviation[]
  /** Kinds of which some stored words are missing or old. What becomes so from now on came after the search. */
  stale: SearchedKind[]
}

const kinds = sql.join(SEARCHED_KINDS.map((kind) => sql.lit(kind)))

/** Both for words in lower case, as one row. */
export function beforehandOf(words: string[]) {
  return sql<Beforehand>`select array(select k.kind from unnest(array[${kinds}]) k (kind)
      where exists (select from search_reindex_queue w where w.kind = k.kind)) as stale,
    (select coalesce(json_agg(json_build_object('word', lower(a.abbreviation), 'expansion', a.expansion) order by a.id), '[]')
      from search_abbreviations a where lower(a.abbreviation) = any (${words}::text[])) as own`
}

export const NOTHING_KNOWN: Beforehand = { own: [], stale: [] }

/** Reads both for words in lower case, in one query however many there are. */
export async function readBeforehand(db: Queries, words: string[]): Promise<Beforehand> {
  const [known] = await knownOf(db, words)
  return known ?? NOTHING_KNOWN
}

const knownOf = preparedQuery((_, words: string[]) => beforehandOf(words), { short: true })
