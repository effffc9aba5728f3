import { reading } from '../../src/procedures/access/builders.ts'
import { listProjectsOnGuide } from './read/based-on-guide.ts'
import { FoundProjects, LegacyQuery } from './read/search-results.schema.ts'

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
    const rows = await listProjectsOnGuide(ctx.db, ctx.actor, input.q)
    return { projects: rows.map(({ id, name }) => [id, name]) }
  })
