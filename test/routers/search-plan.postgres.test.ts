import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { selectCatalogHits } from '../../routers/search/read/catalog.ts'
import { NO_PREREQUISITES } from '../../routers/search/read/prepare-search.ts'
import { parseSearchText, expandRequest } from '../../routers/search/read/query.ts'
import { selectRuleHits, selectRuleResults } from '../../routers/search/read/rules.ts'
import type { Actor } from '../../src/audit/actor.ts'
import { createWorkspace, type Workspace } from '../support/authoring.ts'
import { vacuumAndAnalyze } from '../support/db.ts'
import { createOwnWorld } from '../support/world.ts'

const RULES = 6_000

const world = createOwnWorld()
const getQueries = () => world.database.queries
let workspace: Workspace
let small: Workspace
let viewer: Actor

/** Creates requirements and catalog rules with a unique word, a word in every hundredth, and a common word. */
beforeAll(async () => {
  small = await createWorkspace(world, { rules: 20 })
  workspace = await createWorkspace(world)
  await world.join(workspace.people.viewer, small.project, 'viewer')
  const { id, name, email } = workspace.people.viewer
  viewer = { id, name, email, admin: false, provider: null, session: null, token: null }
  const text = sql`'Configure word' || n || ' every' || n % 100 || ' ' || md5(n::text)`
  await sql`insert into rules (component_id, document_type, rule_id, title, srg_rule_id)
    select ${workspace.component.id}::integer, 'stig', lpad(n::text, 6, '0'), ${text},
      (select min(srg_rule_id) from rules where component_id = ${workspace.component.id}::integer)
    from generate_series(4, ${RULES}::integer) n`.execute(getQueries())
  await sql`insert into rule_checks (rule_id, content) select id, 'Look at it' from rules where title like 'Configure word%'`.execute(
    getQueries(),
  )
  await sql`insert into disa_descriptions (rule_id, vuln_discussion) select id, 'It matters' from rules where title like 'Configure word%'`.execute(
    getQueries(),
  )
  await sql`insert into srg_rules (srg_id, rule_id, title, check_content)
    select ${workspace.component.securityRequirementsGuideId}::integer, 'SV-' || n, ${text}, 'Look at check' || n
    from generate_series(4, ${RULES}::integer) n`.execute(getQueries())
  await sql`insert into search_reindex_queue (kind, record_id, transaction_id)
    values ('srg', ${workspace.component.securityRequirementsGuideId}, 0) on conflict do nothing`.execute(
    getQueries(),
  )
  await world.services.indexer.catchUp()
  await vacuumAndAnalyze(world.database)
}, 120_000)

/** The plan of a query, without the part that reads texts of stale entries, because none is stale here. */
async function explainPlan(query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) ${query}`.execute(
    getQueries(),
  )
  const lines = rows.map((row) => row['QUERY PLAN'])
  return lines.filter((line) => !line.includes('(never executed)')).join('\n')
}
const parseRequest = (q: string) => expandRequest(parseSearchText(q), NO_PREREQUISITES)
const selectRules = (q: string, { componentId, by = viewer }: { componentId?: number; by?: Actor } = {}) =>
  selectRuleHits(by, parseRequest(q), { limit: 20, componentId })
const selectCatalog = (q: string) => selectCatalogHits('srg', parseRequest(q), 20)
const SEARCHED =
  /Seq Scan on (rules|rule_search_index|srg_rules|srg_rule_search_index|rule_checks|disa_descriptions)\b/

describe('the search index is used for', () => {
  it.each(['word4711', 'every17 configure', '"every17 configure"', 'CCI-4711', 'word4711 "look at"'])(
    'an administrator’s search for requirements: %s',
    async (q) => {
      const plan = await explainPlan(selectRules(q, { by: { ...viewer, admin: true } }))
      expect(plan).toContain('Bitmap Index Scan on rule_search_index_terms')
      expect(plan).not.toMatch(SEARCHED)
    },
  )

  it.each(['word4711', 'SV-4711', 'check4711'])('all three searches in the catalog: %s', async (q) => {
    const plan = await explainPlan(selectCatalog(q))
    expect(plan.split('Bitmap Index Scan on srg_rule_search_index_terms').length).toBeGreaterThanOrEqual(4)
    expect(plan).not.toMatch(SEARCHED)
    expect((await selectCatalog(q).execute(getQueries())).rows).toHaveLength(1)
  })
})

it('a search in a component starts with the component, however common the word', async () => {
  const plan = await explainPlan(selectRules('configure', { componentId: small.component.id }))
  expect(plan).toMatch(/Index Cond: \(component_id = /)
  expect(plan).not.toMatch(SEARCHED)
})

it.each(['word4711', 'every17', 'configure', 'CCI-4711'])(
  'a search for %s reads no requirement that the caller cannot read, however many have the word',
  async (q) => {
    const actor = { ...viewer, id: small.people.viewer.id }
    const plan = await explainPlan(selectRules(q, { by: actor }))
    expect(plan).not.toContain('rule_search_index_terms')
    const rowCounts = [...plan.matchAll(/on (?:rules|rule_search_index)\b.*?\(actual rows=(\d+)/g)]
    expect(rowCounts.length).toBeGreaterThan(0)
    for (const [, count] of rowCounts) expect(Number(count)).toBeLessThanOrEqual(20)
    expect(plan).not.toMatch(SEARCHED)
    expect(
      (await selectRules('requirement', { by: actor }).execute(getQueries())).rows.length,
    ).toBeGreaterThan(0)
  },
)

it('a search reads only the returned rows in full, however many match', async () => {
  const { rows } = await selectRules('configure').execute(getQueries())
  expect(rows).toHaveLength(20)
  const ids = rows.map(({ id }) => id)
  const plan = await explainPlan(selectRuleResults(viewer, ids))
  expect(plan).toMatch(
    /Index Scan using rule_checks_rule_id on rule_checks k .*\(actual rows=[\d.]+ loops=20\)/,
  )
  expect(plan).not.toMatch(/on (rules|rule_checks|disa_descriptions|satisfactions|reviews) .*loops=\d{3}/)
})

it('search results are checked again for access and deletion before they are returned', async () => {
  const [first, second] = workspace.rules
  const listRuleIds = async (actor: Actor) =>
    (await selectRuleResults(actor, [second ?? 0, first ?? 0]).execute(getQueries())).rows.map(({ id }) => id)
  const nonMember = { ...viewer, id: small.people.viewer.id }
  expect(await listRuleIds(viewer)).toEqual([second, first])
  expect(await listRuleIds(nonMember)).toEqual([])
  await sql`update rules set deleted_at = now() where id = ${first}`.execute(getQueries())
  expect(await listRuleIds(viewer)).toEqual([second])
})
