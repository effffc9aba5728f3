import { z } from 'zod'
import { reading } from '../../../src/procedures/access/builders.ts'
import { OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { streamList } from '../../../src/procedures/lists/stream-list.ts'
import { bodyId } from '../../../src/procedures/schemas/shapes.ts'
import { streamPickerRules } from '../../rules/read/picker.ts'
import { PickerRow } from '../../rules/read/requirements.schema.ts'

/** Maximum number of requirements in one request. */
const NAMED_LIMIT = 500

const tags = ['Requirements']

export const picker = reading
  .component('member')
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{componentId}/rules_picker',
      tags,
      summary: 'All requirements of a component, without content',
    },
  })
  .input(
    OptionalPage.extend({
      ids: z.array(bodyId).min(1).max(NAMED_LIMIT).optional().meta({
        description: 'Only these requirements; those of other components are left out.',
      }),
    }),
  )
  .output(z.object({ rules: z.array(PickerRow) }))
  .query(async ({ ctx, input }) => ({
    rules: await streamList(ctx, streamPickerRules(ctx.db, ctx.scope.component_id, input), 'rules'),
  }))
