import { reading } from '../../src/access/builders.ts'
import { onGuide } from './read/on-guide.ts'
import { isReadablePlace } from '../components/read/visible-components.ts'
import { FoundComponents, LegacyQuery } from './read/found.schema.ts'

const tags = ['Search']

export const components = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/search/components', tags, summary: 'Components on an SRG' } })
  .input(LegacyQuery)
  .output(FoundComponents)
  .query(async ({ ctx, input }) => {
    const rows = await ctx.db
      .selectFrom('components as c')
      .where(isReadablePlace(ctx.actor))
      .select(['c.id', 'c.name'])
      .where(onGuide(input.q, { each: !ctx.actor.admin }))
      .orderBy('c.name')
      .orderBy('c.id')
      .limit(100)
      .execute()
    return { components: rows.map(({ id, name }) => [id, name]) }
  })
