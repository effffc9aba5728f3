import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import * as requirements from '../../../workflows/requirements/undo-bulk-update.ts'
import { UndoBulkUpdateInput, UndoBulkUpdateOutput } from './bulk-update.schema.ts'

export const undoBulkUpdate = writing
  .component('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/rules/undo_bulk_update',
      tags: ['Requirements'],
      summary: 'Undo your own bulk change of requirements',
    },
    refusal: 'Could not undo',
  })
  .input(UndoBulkUpdateInput)
  .concat(rejectUnknownKeys)
  .output(UndoBulkUpdateOutput)
  .mutation(async ({ ctx, input }) => {
    const changed = await requirements.undoBulkUpdate(toUnitOfWork(ctx), ctx.component, input.update_id)
    return {
      toast: createToast(
        'Change undone',
        formatCount(changed, 'requirement was reverted.', 'requirements were reverted.'),
      ),
      changed,
    }
  })
