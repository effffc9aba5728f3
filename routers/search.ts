import { sql } from 'kysely'
import { reading } from '../src/access.ts'
import { router } from '../src/trpc.ts'
import { visibleComponents } from './components/visible.ts'
import { globalSearch, knownProjects } from './search/global.read.ts'
import {
  FoundComponents,
  FoundProjects,
  FoundRules,
  GlobalQuery,
  GlobalResult,
  LegacyQuery,
} from './search/schema.ts'

const tags = ['Search']

/** Search over everything the caller may see, and the old exact-match tools (components 4.5). */
export const search = router({
  global: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/api/search/global', tags, summary: 'Search everything' } })
    .input(GlobalQuery)
    .output(GlobalResult)
    .query(({ ctx, input }) => globalSearch(ctx.db, ctx.actor, input)),

  projects: reading.signedIn
    .meta({
      openapi: {
        method: 'GET',
        path: '/search/projects',
        tags,
        summary: 'Projects with components on an SRG',
      },
    })
    .input(LegacyQuery)
    .output(FoundProjects)
    .query(async ({ ctx, input }) => {
      const rows = await knownProjects(ctx.db, ctx.actor)
        .select(['p.id', 'p.name'])
        .where(
          sql<boolean>`exists (select from components c join component_sources s on s.component_id = c.id
            join srgs g on g.id = s.srg_id where c.project_id = p.id and g.srg_id = ${input.q})`,
        )
        .orderBy('p.name')
        .orderBy('p.id')
        .limit(10)
        .execute()
      return { projects: rows.map(({ id, name }) => [id, name]) }
    }),

  components: reading.signedIn
    .meta({ openapi: { method: 'GET', path: '/search/components', tags, summary: 'Components on an SRG' } })
    .input(LegacyQuery)
    .output(FoundComponents)
    .query(async ({ ctx, input }) => {
      const rows = await visibleComponents(ctx.db, ctx.actor)
        .select(['c.id', 'c.name'])
        .where(
          sql<boolean>`exists (select from component_sources s join srgs g on g.id = s.srg_id
            where s.component_id = c.id and g.srg_id = ${input.q})`,
        )
        .orderBy('c.name')
        .orderBy('c.id')
        .limit(100)
        .execute()
      return { components: rows.map(({ id, name }) => [id, name]) }
    }),

  rules: reading.signedIn
    .meta({
      openapi: { method: 'GET', path: '/search/rules', tags, summary: 'Requirements with an SRG identifier' },
    })
    .input(LegacyQuery)
    .output(FoundRules)
    .query(async ({ ctx, input }) => {
      const rows = await visibleComponents(ctx.db, ctx.actor)
        .innerJoin('rules as r', 'r.component_id', 'c.id')
        .select(['r.id', 'r.rule_id', 'r.component_id', 'c.prefix'])
        .where('r.version', '=', input.q)
        .where('r.deleted_at', 'is', null)
        .orderBy('r.component_id')
        .orderBy('r.rule_id')
        .limit(100)
        .execute()
      return {
        rules: rows.map(({ id, rule_id, component_id, prefix }) => [id, rule_id, component_id, prefix]),
      }
    }),
})
