import { sql } from 'kysely'
import { reading } from '../../src/access/builders.ts'
import { visibleComponents } from '../components/read/visible-components.ts'
import { FoundComponents, LegacyQuery } from './read/found.schema.ts'

const tags = ['Search']

export const components = reading.signedIn
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
  })
