import { toUnitOfWork } from '../../../src/audit/unit-of-work.ts'
import { formatCount } from '../../../src/lib/format-count.ts'
import { writing } from '../../../src/procedures/access/builders.ts'
import { createToast } from '../../../src/procedures/schemas/shapes.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'
import * as workflow from '../../../workflows/components/rebase/undo-rebase.ts'
import { UndoRebaseInput, UndoRebaseOutput } from './rebase.schema.ts'

export const undoRebase = writing
  .component('admin')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/undo_rebase',
      tags: ['Components'],
      summary: 'Undo the last rebase of a component',
    },
    refusal: 'Could not undo',
  })
  .input(UndoRebaseInput)
  .concat(rejectUnknownKeys)
  .output(UndoRebaseOutput)
  .mutation(async ({ ctx, input }) => {
    const changed = await workflow.undoRebase(toUnitOfWork(ctx), ctx.component, input.rebase_id)
    return {
      toast: createToast(
        'Rebase undone',
        formatCount(changed, 'requirement was reverted.', 'requirements were reverted.'),
      ),
      changed,
    }
  })
