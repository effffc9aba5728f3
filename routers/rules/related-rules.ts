import { notFoundError } from '../../src/errors.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { readRelatedRules, RelatedRules } from './read/related-rules.ts'

const tags = ['Requirements']

export const related = reading
  .rule('viewer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/rules/{ruleId}/search/related_rules',
      tags,
      summary: 'Requirements of other documents that address the same SRG requirement',
    },
  })
  .output(RelatedRules)
  .query(async ({ ctx, input }) => {
    if (ctx.scope.document_type !== 'stig') throw notFoundError()
    const { version } = await ctx.db
      .selectFrom('rules')
      .select('version')
      .where('id', '=', input.ruleId)
      .executeTakeFirstOrThrow()
    return readRelatedRules(ctx.db, ctx.actor, { componentId: ctx.scope.component_id, version })
  })
