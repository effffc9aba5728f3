import { sql } from 'kysely'
import type { Caller } from '../../../src/audit/actor.ts'
import { canKnowProject } from '../../../src/auth/access/concealment.ts'
import { knownProjectName } from '../../../src/auth/access/membership-sql.ts'
import { type CombinedRows, combinedQueryAsText } from '../../../src/database/combined-query.ts'
import type { Queries } from '../../../src/database/database.ts'
import { memoizeResponse } from '../../../src/database/fast-path/memoized-response.ts'
import { preparedQueryByShape } from '../../../src/database/prepared-query.ts'
import { countCodePoints } from '../../../src/procedures/schemas/shapes.ts'
import {
  isMember,
  canReadComponent,
  selectVisibleComponents,
} from '../../components/read/visible-components.ts'
import { containsAny } from './abbreviations.ts'
import { selectSrgRuleResults, selectStigRuleResults } from './catalog.ts'
import { type Hits, findHits } from './hits.ts'
import { type SearchQuery, parseSearchText } from './query.ts'
import { toRuleResult, selectRuleResults } from './rules.ts'
import type { GlobalResult } from './search-results.schema.ts'

const NO_RESULTS: GlobalResult = {
  projects: [],
  components: [],
  rules: [],
  srgs: [],
  stigs: [],
  stig_rules: [],
  srg_rules: [],
}

/** Query for projects `p` that the caller is a member of or can discover. */
export function selectKnownProjects(db: Queries, actor: Caller) {
  return db.selectFrom('projects as p').where(canKnowProject(actor))
}

interface GlobalSearchInput {
  q: string
  limit: number
  component_id?: number | undefined
}

/**
 * Searches everything that the caller can see (rule C-68). First finds requirements and rules by their words,
 * with a query planned for these words; then reads all results with a prepared query.
 */
export async function searchEverything(
  db: Queries,
  actor: Caller,
  input: GlobalSearchInput,
): Promise<GlobalResult> {
  if (countCodePoints(input.q.trim()) < 2) return NO_RESULTS
  const { query, hits } = await findHits(db, actor, parseSearchText(input.q), input)
  const { patterns, terms } = query
  const shape = { admin: actor.admin, patterns: patterns.length }
  const [rules, stigRules, srgRules] = [toIds(hits.rules), toIds(hits.stig_rules), toIds(hits.srg_rules)]
  const [results] = await selectResults(
    db,
    shape,
    actor.id,
    input.limit,
    rules,
    stigRules,
    srgRules,
    ...patterns,
  )
  return results ? toResult(results.body, { terms, hits: hits.rules }) : NO_RESULTS
}

const toIds = (hits: { id: number }[]): number[] => hits.map(({ id }) => id)

const toResult = memoizeResponse(
  (
    results: CombinedRows<ReturnType<typeof buildParts>>,
    { terms, hits }: { terms: SearchQuery['terms']; hits: Hits['rules'] },
  ): GlobalResult => {
    const stems = new Map(hits.map((hit) => [hit.id, hit.stems]))
    return {
      ...results,
      rules: results.rules.map((row) => toRuleResult(row, stems.get(row.id) ?? [], terms)),
    }
  },
)

interface Shape {
  admin: boolean
  patterns: number
}

/** All kinds in one statement with a subquery each; one plan suffices, because no index serves these texts. */
const selectResults = preparedQueryByShape(
  (
    db,
    { admin }: Shape,
    id: number,
    limit: number,
    rules: number[],
    stigRules: number[],
    srgRules: number[],
    ...patterns: string[]
  ) => combinedQueryAsText(buildParts(db, { id, admin }, { limit, rules, stigRules, srgRules, patterns })),
  { planOnce: true },
)

interface HitRequest {
  limit: number
  patterns: string[]
  rules: number[]
  stigRules: number[]
  srgRules: number[]
}

function buildParts(db: Queries, actor: Caller, { limit, patterns, rules, stigRules, srgRules }: HitRequest) {
  return {
    projects: selectMatchingProjects(db, actor, patterns).limit(limit),
    components: selectMatchingComponents(db, actor, patterns).limit(limit),
    rules: selectRuleResults(actor, rules),
    srgs: selectMatchingSrgs(db, patterns).limit(limit),
    stigs: selectMatchingStigs(db, patterns).limit(limit),
    stig_rules: selectStigRuleResults(stigRules),
    srg_rules: selectSrgRuleResults(srgRules),
  }
}

function selectMatchingProjects(db: Queries, actor: Caller, patterns: string[]) {
  return selectKnownProjects(db, actor)
    .select([
      'p.id',
      'p.name',
      'p.description',
      sql<number>`(select count(*)::integer from components c where c.project_id = p.id and ${canReadComponent(actor)})`.as(
        'components_count',
      ),
    ])
    .where(containsAny(['p.name', 'p.description'], patterns))
    .orderBy('p.name')
    .orderBy('p.id')
}

/** Matches metadata only for members of a component, because only they see it. */
function selectMatchingComponents(db: Queries, actor: Caller, patterns: string[]) {
  const member = isMember(actor)
  const inMetadata = sql<boolean>`(${member} and exists (select from jsonb_each_text(c.metadata) m
    where ${containsAny(['m.value'], patterns)}))`
  return selectVisibleComponents(db, actor)
    .innerJoin('projects as p', 'p.id', 'c.project_id')
    .select([
      'c.id',
      'c.name',
      'c.version',
      'c.release',
      'c.project_id',
      knownProjectName(actor).as('project_name'),
      sql<Record<string, string>>`case when ${member} then c.metadata else '{}'::jsonb end`.as('metadata'),
    ])
    .where((eb) => eb.or([containsAny(['c.name', 'c.prefix'], patterns), inMetadata]))
    .orderBy('c.name')
    .orderBy('c.id')
}

function selectMatchingSrgs(db: Queries, patterns: string[]) {
  return db
    .selectFrom('srgs as g')
    .select(['g.id', 'g.srg_id', 'g.name', 'g.title', 'g.version'])
    .where(containsAny(['g.name', 'g.title', 'g.srg_id'], patterns))
    .orderBy('g.title')
    .orderBy('g.id')
}

function selectMatchingStigs(db: Queries, patterns: string[]) {
  return db
    .selectFrom('stigs as g')
    .select(['g.id', 'g.stig_id', 'g.name', 'g.title', 'g.version', 'g.description'])
    .where(containsAny(['g.name', 'g.title', 'g.stig_id', 'g.description'], patterns))
    .orderBy('g.title')
    .orderBy('g.id')
}
