import { writing } from '../../../src/access/builders.ts'
import { knownMembersOnly } from '../../../src/trpc.ts'
import { toast } from '../../../src/wire/shapes.ts'
import { workOf } from '../../../src/work.ts'
import * as requirements from '../../../workflows/requirements/bulk-update.ts'
import { UndoBulkUpdateInput, UndoBulkUpdateOutput } from './bulk-update.schema.ts'

export const undoBulkUpdate = writing
  .component('author')
  .meta({
    openapi: {
      method: 'POST',
      path: '/components/{componentId}/rules/undo_bulk_update',
      tags: ['Requirements'],
      summary: 'Take back an own change of many requirements, all of it',
    },
    refusal: 'Could not undo',
  })
  .input(UndoBulkUpdateInput)
  .concat(knownMembersOnly)
  .output(UndoBulkUpdateOutput)
  .mutation(async ({ ctx, input }) => {
    const changed = await requirements.undoBulkUpdate(workOf(ctx), ctx.component, input.update_id)
    return { toast: toast('Taken back', `${changed} requirements are as they were.`), changed }
  })
