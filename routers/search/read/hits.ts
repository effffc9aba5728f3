import type { Caller } from '../../../src/audit/actor.ts'
import { type CombinedRows, combinedQuery } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import type { Severity } from '../../../src/vocabulary.ts'
import { selectCatalogHits } from './catalog.ts'
import { type SearchPrerequisites, buildPrerequisiteQuery, NO_PREREQUISITES } from './prepare-search.ts'
import { type SearchRequest, type SearchQuery, expandRequest } from './query.ts'
import { selectRuleHits } from './rules.ts'
import { buildQueryFromShape, type QueryShape, toShape, toTexts } from './shape.ts'

interface SearchRange {
  limit: number
  component_id?: number | undefined
}

/** The best requirements and catalog rules for a query, best first. */
export type Hits = Omit<CombinedRows<ReturnType<typeof buildParts>>, 'beforehand'>

/** The final interpretation of a query, and its matches. */
export interface SearchResults {
  query: SearchQuery
  hits: Hits
}

/** Maximum number of terms for which the query text is cached. */
const MAX_CACHED_TERMS = 4

/** Stale kinds at the last search of this process; only a guess, because each search reads them again. */
let lastStale: SearchPrerequisites['stale'] = []

/**
 * Finds what the caller can read (rule C-68). The same statement reads stale kinds and custom abbreviations,
 * and assumes no change since the last search and no custom abbreviation. If that was wrong, it runs again.
 */
export async function findHits(
  db: Queries,
  actor: Caller,
  request: SearchRequest,
  range: SearchRange,
): Promise<SearchResults> {
  const guess: SearchPrerequisites = { abbreviations: [], stale: lastStale }
  const result = await search(db, actor, { request, prerequisites: guess }, range)
  const { prerequisites } = result
  const { abbreviations, stale } = prerequisites
  lastStale = stale
  const isGuessRight = abbreviations.length === 0 && stale.every((kind) => guess.stale.includes(kind))
  return isGuessRight ? result : search(db, actor, { request, prerequisites }, range)
}

interface PreparedRequest {
  request: SearchRequest
  prerequisites: SearchPrerequisites
}

async function search(
  db: Queries,
  actor: Caller,
  { request, prerequisites }: PreparedRequest,
  range: SearchRange,
): Promise<SearchResults & { prerequisites: SearchPrerequisites }> {
  const query = expandRequest(request, prerequisites)
  const [row] = await readHits(db, actor, { query, words: request.words }, range)
  if (!row) {
    return { query, hits: { rules: [], stig_rules: [], srg_rules: [] }, prerequisites: NO_PREREQUISITES }
  }
  const { beforehand, ...hits } = row
  return { query, hits, prerequisites: beforehand[0] ?? NO_PREREQUISITES }
}

interface QueryWithWords {
  query: SearchQuery
  words: string[]
}

async function readHits(db: Queries, actor: Caller, { query, words }: QueryWithWords, range: SearchRange) {
  if (query.terms.length > MAX_CACHED_TERMS) {
    return (await combinedQuery(buildParts(actor, { query, words }, range)).execute(db)).rows
  }
  const { limit, component_id: within } = range
  const shape = { ...toShape(query), admin: actor.admin, within: within !== undefined }
  return selectHits(
    db,
    shape,
    actor.id,
    limit,
    within ?? 0,
    query.severity ?? 'low',
    words,
    ...toTexts(query),
  )
}

interface Shape extends QueryShape {
  admin: boolean
  within: boolean
}

/** Caches the query text only; the planner sees the values each time. */
const selectHits = preparedQueryByShape(
  (
    _,
    shape: Shape,
    id: number,
    limit: number,
    within: number,
    severity: Severity,
    words: string[],
    ...texts: string[]
  ) => {
    const range = { limit, component_id: shape.within ? within : undefined }
    const query = buildQueryFromShape(shape, severity, texts)
    return combinedQuery(buildParts({ id, admin: shape.admin }, { query, words }, range))
  },
)

function buildParts(
  actor: Caller,
  { query, words }: QueryWithWords,
  { limit, component_id: componentId }: SearchRange,
) {
  return {
    beforehand: buildPrerequisiteQuery(words),
    rules: selectRuleHits(actor, query, { limit, componentId }),
    stig_rules: selectCatalogHits('stig', query, limit),
    srg_rules: selectCatalogHits('srg', query, limit),
  }
}
