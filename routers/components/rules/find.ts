import { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { slicePage, OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { streamList } from '../../../src/procedures/lists/stream-list.ts'
import { requiredText } from '../../../src/procedures/schemas/shapes.ts'
import { findRules } from '../../../workflows/requirements/find/matching-requirements.ts'
import { EditorRule } from '../../rules/read/requirements.schema.ts'
import { streamRulesById } from '../../rules/read/requirements.ts'

const tags = ['Components']

export const find = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/find',
      tags,
      summary: 'Requirements whose texts contain a text',
    },
    required: ['find'],
  })
  .input(OptionalPage.extend({ find: requiredText(500) }))
  .output(z.array(EditorRule))
  .mutation(async ({ ctx, input }) => {
    const ids = await findRules(ctx.db, ctx.scope.component_id, input.find)
    return streamList<EditorRule>(ctx, streamRulesById(ctx.db, slicePage(ids, input), ctx))
  })
