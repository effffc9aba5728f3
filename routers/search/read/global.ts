import { isMember } from '../../components/read/visible-components.ts'
import { mayReadComponent } from '../../components/read/visible-components.ts'
import { visibleComponents } from '../../components/read/visible-components.ts'
import { sql } from 'kysely'
import type { Actor } from '../../../src/access/actor.ts'
import { mayKnowProject } from '../../../src/access/member.ts'
import type { Queries } from '../../../src/database.ts'
import { codePoints } from '../../../src/wire/shapes.ts'
import { containsAny } from './abbreviations.ts'
import { searchSrgRules, searchStigRules } from './catalog.ts'
import { understand } from './query.ts'
import { searchRules } from './rules.ts'
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

/** Everything that a text finds, limited to what the caller may see (rule C-68). */
export async function globalSearch(
  db: Queries,
  actor: Actor,
  given: { q: string; limit: number; component_id?: number | undefined },
): Promise<GlobalResult> {
  const { limit } = given
  if (codePoints(given.q.trim()) < 2) return NOTHING
  const query = await understand(db, given.q)
  const { texts } = query
  return {
    projects: await knownProjects(db, actor)
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
      .limit(limit)
      .execute(),
    components: await visibleComponents(db, actor)
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
      .limit(limit)
      .execute(),
    rules: await searchRules(db, actor, query, { limit, componentId: given.component_id }),
    srgs: await db
      .selectFrom('srgs as g')
      .select(['g.id', 'g.srg_id', 'g.name', 'g.title', 'g.version'])
      .where(containsAny(['g.name', 'g.title', 'g.srg_id'], texts))
      .orderBy('g.title')
      .orderBy('g.id')
      .limit(limit)
      .execute(),
    stigs: await db
      .selectFrom('stigs as g')
      .select(['g.id', 'g.stig_id', 'g.name', 'g.title', 'g.version', 'g.description'])
      .where(containsAny(['g.name', 'g.title', 'g.stig_id', 'g.description'], texts))
      .orderBy('g.title')
      .orderBy('g.id')
      .limit(limit)
      .execute(),
    stig_rules: await searchStigRules(db, query, limit),
    srg_rules: await searchSrgRules(db, query, limit),
  }
}
