import { preparedQueryByShape } from '../../src/database/prepared-query.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { isReadableComponent } from '../components/read/visible-components.ts'
import { FoundRules, LegacyQuery } from './read/search-results.schema.ts'

const tags = ['Search']

export const rules = reading.signedIn
  .meta({
    openapi: { method: 'GET', path: '/search/rules', tags, summary: 'Requirements with an SRG identifier' },
  })
  .input(LegacyQuery)
  .output(FoundRules)
  .query(async ({ ctx, input }) => {
    const rows = await selectRules(ctx.db, ctx.actor.admin, ctx.actor.id, input.q)
    return {
      rules: rows.map(({ id, rule_id, component_id, prefix }) => [id, rule_id, component_id, prefix]),
    }
  })

const selectRules = preparedQueryByShape((db, admin: boolean, id: number, version: string) =>
  db
    .selectFrom('components as c')
    .where(isReadableComponent({ id, admin }))
    .innerJoin('rules as r', 'r.component_id', 'c.id')
    .select(['r.id', 'r.rule_id', 'r.component_id', 'c.prefix'])
    .where('r.version', '=', version)
    .where('r.deleted_at', 'is', null)
    .orderBy('r.component_id')
    .orderBy('r.rule_id')
    .limit(100),
)
