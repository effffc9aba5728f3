import type { Caller } from '../../../src/audit/actor.ts'
import { type CombinedRows, combinedQuery } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import type { Severity } from '../../../src/vocabulary.ts'
import { catalogHits } from './catalog.ts'
import { type SearchPrerequisites, prerequisiteQuery, NOTHING_KNOWN } from './prepare-search.ts'
import { type SearchRequest, type SearchQuery, expandRequest } from './query.ts'
import { ruleHits } from './rules.ts'
import { queryFromShape, type QueryShape, shapeOf, textsOf } from './shape.ts'

interface Within {
  limit: number
  component_id?: number | undefined
}

/** The best requirements and catalog rules for a query, best first. */
export type Hits = Omit<CombinedRows<ReturnType<typeof partsOf>>, 'beforehand'>

/** The final interpretation of a query, and its matches. */
export interface SearchResults {
  query: SearchQuery
  hits: Hits
}

/** Maximum number of terms for which the query text is cached. */
const FEW_TERMS = 4

/** Stale kinds at the last search of this process; only a guess, because each search reads them again. */
let lastStale: SearchPrerequisites['stale'] = []

/**
 * Finds what the caller can read (rule C-68). The same statement reads stale kinds and custom abbreviations,
 * and assumes no change since the last search and no custom abbreviation. If that was wrong, it runs again.
 */
export async function findHits(
  db: Queries,
  actor: Caller,
  asked: SearchRequest,
  given: Within,
): Promise<SearchResults> {
  const guess: SearchPrerequisites = { own: [], stale: lastStale }
  const guessed = await found(db, actor, { asked, known: guess }, given)
  const known = guessed.known
  lastStale = known.stale
  const wasRight = known.own.length === 0 && known.stale.every((kind) => guess.stale.includes(kind))
  return wasRight ? guessed : found(db, actor, { asked, known }, given)
}

interface Knowing {
  asked: SearchRequest
  known: SearchPrerequisites
}

async function found(
  db: Queries,
  actor: Caller,
  { asked, known }: Knowing,
  given: Within,
): Promise<SearchResults & { known: SearchPrerequisites }> {
  const query = expandRequest(asked, known)
  const [row] = await hitsOf(db, actor, { query, words: asked.words }, given)
  if (!row) return { query, hits: { rules: [], stig_rules: [], srg_rules: [] }, known: NOTHING_KNOWN }
  const { beforehand, ...hits } = row
  return { query, hits, known: beforehand[0] ?? NOTHING_KNOWN }
}

interface Worded {
  query: SearchQuery
  words: string[]
}

async function hitsOf(db: Queries, actor: Caller, { query, words }: Worded, given: Within) {
  if (query.terms.length > FEW_TERMS) {
    return (await combinedQuery(partsOf(actor, { query, words }, given)).execute(db)).rows
  }
  const { limit, component_id: within } = given
  const shape = { ...shapeOf(query), admin: actor.admin, within: within !== undefined }
  return keptText(db, shape, actor.id, limit, within ?? 0, query.severity ?? 'low', words, ...textsOf(query))
}

interface Shape extends QueryShape {
  admin: boolean
  within: boolean
}

/** Caches the query text only; the planner sees the values each time. */
const keptText = preparedQueryByShape(
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
    const asked = { limit, component_id: shape.within ? within : undefined }
    const query = queryFromShape(shape, severity, texts)
    return combinedQuery(partsOf({ id, admin: shape.admin }, { query, words }, asked))
  },
)

function partsOf(actor: Caller, { query, words }: Worded, { limit, component_id: componentId }: Within) {
  return {
    beforehand: prerequisiteQuery(words),
    rules: ruleHits(actor, query, { limit, componentId }),
    stig_rules: catalogHits('stig', query, limit),
    srg_rules: catalogHits('srg', query, limit),
  }
}
