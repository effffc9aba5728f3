import { z } from 'zod'
import { mayLag, reading } from '../../../src/access/builders.ts'
import { cutOf, WholeListPage } from '../../../src/lists/whole-lists.ts'
import { componentHistories } from '../../audits/read/histories.ts'
import { AuditEntryView } from '../../audits/read/histories.schema.ts'

const tags = ['Components']

/** Entries that a history of a component has (rule C-43). */
const NEWEST = 50

export const histories = reading
  .component('show', 'id')
  .use(mayLag)
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{id}/histories',
      tags,
      summary: 'The newest audit entries of a component and its requirements',
    },
  })
  .input(WholeListPage)
  .output(z.array(AuditEntryView))
  .query(({ ctx, input }) => {
    const { limit, offset } = cutOf(input) ?? { limit: NEWEST, offset: 0 }
    const shown = Math.max(0, Math.min(limit, NEWEST - offset))
    return componentHistories(ctx.db, ctx.scope.component_id, ctx.standing, shown, offset)
  })
