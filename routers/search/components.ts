import { preparedQueryByShape } from '../../src/database/prepared-query.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { isReadableComponent } from '../components/read/visible-components.ts'
import { isBasedOnGuide } from './read/based-on-guide.ts'
import { FoundComponents, LegacyQuery } from './read/search-results.schema.ts'

const tags = ['Search']

export const components = reading.signedIn
  .meta({ openapi: { method: 'GET', path: '/search/components', tags, summary: 'Components on an SRG' } })
  .input(LegacyQuery)
  .output(FoundComponents)
  .query(async ({ ctx, input }) => {
    const rows = await selectComponents(ctx.db, ctx.actor.admin, ctx.actor.id, input.q)
    return { components: rows.map(({ id, name }) => [id, name]) }
  })

const selectComponents = preparedQueryByShape((db, admin: boolean, id: number, srgId: string) =>
  db
    .selectFrom('components as c')
    .where(isReadableComponent({ id, admin }))
    .select(['c.id', 'c.name'])
    .where(isBasedOnGuide(srgId, { each: !admin }))
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(100),
)
