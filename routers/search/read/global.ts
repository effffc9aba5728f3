import { isMember } from '../../components/read/visible-components.ts'
import { mayReadComponent } from '../../components/read/visible-components.ts'
import { visibleComponents } from '../../components/read/visible-components.ts'
import { sql } from 'kysely'
import type { Actor } from '../../../src/access/actor.ts'
import { mayKnowProject } from '../../../src/access/member.ts'
import type { Queries } from '../../../src/database.ts'
import { together } from '../../../src/database/together.ts'
import { codePoints } from '../../../src/wire/shapes.ts'
import { containsAny } from './abbreviations.ts'
import { srgRulesFor, stigRulesFor } from './catalog.ts'
import { type SearchQuery, understand } from './query.ts'
import { foundRule, ruleSearch } from './rules.ts'
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
export function knownProjects(db: Queries, actor: Actor) {
  return db.selectFrom('projects as p').where(mayKnowProject(actor))
}

interface Given {
  q: string
  limit: number
  component_id?: number | undefined
}

/** Everything that a text finds, limited to what the caller may see (rule C-68). */
export async function globalSearch(db: Queries, actor: Actor, given: Given): Promise<GlobalResult> {
  if (codePoints(given.q.trim()) < 2) return NOTHING
  const query = await understand(db, given.q)
  const [found] = (await searched(db, actor, query, given).execute(db)).rows
  return found ? { ...found, rules: found.rules.map((row) => foundRule(row, query)) } : NOTHING
}

/** All kinds in one statement, each by itself. */
function searched(
  db: Queries,
  actor: Actor,
  query: SearchQuery,
  { limit, component_id: componentId }: Pick<Given, 'limit' | 'component_id'>,
) {
  const { texts } = query
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
      .where(containsAny(['p.name', 'p.description'], texts))
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
          [containsAny(['c.name', 'c.prefix'], texts), containsAny(['m.value'], texts)].map(
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
      .where(containsAny(['g.name', 'g.title', 'g.srg_id'], texts))
      .orderBy('g.title')
      .orderBy('g.id')
      .limit(limit),
    stigs: db
      .selectFrom('stigs as g')
      .select(['g.id', 'g.stig_id', 'g.name', 'g.title', 'g.version', 'g.description'])
      .where(containsAny(['g.name', 'g.title', 'g.stig_id', 'g.description'], texts))
      .orderBy('g.title')
      .orderBy('g.id')
      .limit(limit),
    stig_rules: stigRulesFor(query, limit),
    srg_rules: srgRulesFor(query, limit),
  })
}
