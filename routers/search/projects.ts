import { sql } from 'kysely'
import { reading } from '../../src/access/builders.ts'
import { knownProjects } from './read/global.ts'
import { FoundProjects, LegacyQuery } from './read/found.schema.ts'

const tags = ['Search']

export const projects = reading.signedIn
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
  })
