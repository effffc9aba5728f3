import { z } from 'zod'
import { withReplica, reading } from '../../../src/procedures/access/builders.ts'
import { OptionalPage } from '../../../src/procedures/lists/optional-paging.ts'
import { text } from '../../../src/procedures/schemas/shapes.ts'
import { HistoryEntry } from '../read/revision-history.schema.ts'
import { readRevisionHistory } from '../read/revision-history.ts'

const tags = ['Components']

export const history = reading
  .projectIn('viewer')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/history',
      tags,
      summary: 'Milestones of a named component and what changed between them',
    },
    errors: [404],
  })
  .input(OptionalPage.extend({ name: text(255) }))
  .output(z.array(HistoryEntry))
  .query(({ ctx, input }) => readRevisionHistory(ctx, ctx.effectiveAccess.projectId, input.name, input))
