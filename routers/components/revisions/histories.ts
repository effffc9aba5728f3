import { z } from 'zod'
import { withReplica, reading } from '../../../src/procedures/access/builders.ts'
import { toLimitAndOffset, OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { listComponentHistories } from '../../audits/read/component-histories.ts'
import { AuditEntryView } from '../../audits/read/histories.schema.ts'

const tags = ['Components']

/** Maximum number of history entries of a component (rule C-43). */
const NEWEST = 50

export const histories = reading
  .component('show', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/{id}/histories',
      tags,
      summary: 'The newest audit entries of a component and its requirements',
    },
  })
  .input(OptionalPage)
  .output(z.array(AuditEntryView))
  .query(({ ctx, input }) => {
    const { limit, offset } = toLimitAndOffset(input) ?? { limit: NEWEST, offset: 0 }
    const remaining = Math.max(0, Math.min(limit, NEWEST - offset))
    return listComponentHistories(ctx.db, ctx.scope.component_id, ctx.effectiveAccess, remaining, offset)
  })
