import { isMember, mayReadComponent, visibleComponents } from '../../components/read/visible-components.ts'
import { sql } from 'kysely'
import type { Asker } from '../../../src/access/actor.ts'
import { mayKnowProject } from '../../../src/access/member.ts'
import type { Queries } from '../../../src/database.ts'
import { together } from '../../../src/database/together.ts'
import { codePoints } from '../../../src/wire/shapes.ts'
import { shapedQuery } from '../../../src/database/fixed-query.ts'
import type { Severity } from '../../../src/vocabulary.ts'
import { containsAny } from './abbreviations.ts'
import { srgRulesFor, stigRulesFor } from './catalog.ts'
import { type SearchQuery, understand } from './query.ts'
import { foundRule, ruleSearch } from './rules.ts'
import { ofShape, type QueryShape, shapeOf, textsOf } from './shape.ts'
import type { GlobalResult } from './found.schema.ts'

const NOTHING: GlobalResult = {
  projects: [],
  components: [],
  rules: [],
  srgs: [],
  stigs: [],
  stig_rules: [],
  srg_rules: [],
}

/** Projects that the caller is a member of or may discover, as `p`. */
export function knownProjects(db: Queries, actor: Asker) {
  return db.selectFrom('projects as p').where(mayKnowProject(actor))
}

interface Given {
  q: string
  limit: number
  component_id?: number | undefined
}

/** Everything that a text finds, limited to what the caller may see (rule C-68). */
export async function globalSearch(db: Queries, actor: Asker, given: Given): Promise<GlobalResult> {
  if (codePoints(given.q.trim()) < 2) return NOTHING
  const query = await understand(db, given.q)
  const [found] = await foundFor(db, actor, query, given)
  return found ? { ...found, rules: found.rules.map((row) => foundRule(row, query)) } : NOTHING
}

/** So many words at most may be asked for by a statement whose text is kept. */
const FEW_TERMS = 4

async function foundFor(db: Queries, actor: Asker, query: SearchQuery, given: Within) {
  if (query.terms.length > FEW_TERMS) return (await searched(db, actor, query, given).execute(db)).rows
  const { limit, component_id: within } = given
  const shape = { ...shapeOf(query), admin: actor.admin, within: within !== undefined }
  return keptText(db, shape, actor.id, limit, within ?? 0, query.severity ?? 'low', ...textsOf(query))
}

interface Shape extends QueryShape {
  admin: boolean
  within: boolean
}

/** The planner sees the values each time; only the text is kept. */
const keptText = shapedQuery(
  (db, shape: Shape, id: number, limit: number, within: number, severity: Severity, ...texts: string[]) =>
    searched(db, { id, admin: shape.admin }, ofShape(shape, severity, texts), {
      limit,
      component_id: shape.within ? within : undefined,
    }),
)

type Within = Pick<Given, 'limit' | 'component_id'>

/** All kinds in one statement, each by itself. */
function searched(
  db: Queries,
  actor: Asker,
  query: SearchQuery,
  { limit, component_id: componentId }: Within,
) {
  const { patterns } = query
  return together({
    projects: knownProjects(db, actor)
      .select([
        'p.id',
        'p.name',
        'p.description',
        sql<number>`(select count(*)::integer from components c where c.project_id = p.id and ${mayReadComponent(actor)})`.as(
          'components_count',
        ),
      ])
      .where(containsAny(['p.name', 'p.description'], patterns))
      .orderBy('p.name')
      .orderBy('p.id')
      .limit(limit),
    components: visibleComponents(db, actor)
      .innerJoin('projects as p', 'p.id', 'c.project_id')
      .select([
        'c.id',
        'c.name',
        'c.version',
        'c.release',
        'c.project_id',
        'p.name as project_name',
        sql<Record<string, string>>`case when ${isMember(actor)} then c.metadata else '{}'::jsonb end`.as(
          'metadata',
        ),
      ])
      .where((eb) =>
        eb.or(
          [containsAny(['c.name', 'c.prefix'], patterns), containsAny(['m.value'], patterns)].map(
            (condition, index) =>
              index === 0
                ? condition
                : sql<boolean>`(${isMember(actor)} and exists (select from jsonb_each_text(c.metadata) m where ${condition}))`,
          ),
        ),
      )
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(limit),
    rules: ruleSearch(actor, query, { limit, componentId }),
    srgs: db
      .selectFrom('srgs as g')
      .select(['g.id', 'g.srg_id', 'g.name', 'g.title', 'g.version'])
      .where(containsAny(['g.name', 'g.title', 'g.srg_id'], patterns))
      .orderBy('g.title')
      .orderBy('g.id')
      .limit(limit),
    stigs: db
      .selectFrom('stigs as g')
      .select(['g.id', 'g.stig_id', 'g.name', 'g.title', 'g.version', 'g.description'])
      .where(containsAny(['g.name', 'g.title', 'g.stig_id', 'g.description'], patterns))
      .orderBy('g.title')
      .orderBy('g.id')
      .limit(limit),
    stig_rules: stigRulesFor(query, limit),
    srg_rules: srgRulesFor(query, limit),
  })
}
