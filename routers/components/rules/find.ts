import { z } from 'zod'
import { reading } from '../../../src/access/builders.ts'
import { inPortions } from '../../../src/lists/portions.ts'
import { requiredText } from '../../../src/wire/shapes.ts'
import { pageOf, WholeListPage } from '../../../src/lists/whole-lists.ts'
import { portionsOf } from '../../rules/read/requirements.ts'
import { EditorRule } from '../../rules/read/requirements.schema.ts'
import { findRules } from '../../../workflows/requirements/found-requirements.ts'

const tags = ['Components']

export const find = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{id}/find',
      tags,
      summary: 'Requirements whose texts contain something',
    },
    required: ['find'],
  })
  .input(WholeListPage.extend({ find: requiredText(500) }))
  .output(z.array(EditorRule))
  .mutation(async ({ ctx, input }) => {
    const ids = await findRules(ctx.db, ctx.scope.component_id, input.find)
    return inPortions<EditorRule>(ctx, portionsOf(ctx.db, pageOf(ids, input), ctx))
  })
