import { z } from 'zod'
import { mayLag, reading } from '../../../src/access/builders.ts'
import { text } from '../../../src/wire/shapes.ts'
import { WholeListPage } from '../../../src/lists/whole-lists.ts'
import { revisionHistory } from '../read/revision-history.ts'
import { HistoryEntry } from '../read/revision-history.schema.ts'

const tags = ['Components']

export const history = reading
  .projectIn('viewer')
  .use(mayLag)
  .meta({
    openapi: {
      method: 'GET',
      path: '/components/history',
      tags,
      summary: 'Milestones of a named component and what changed between them',
    },
    errors: [404],
  })
  .input(WholeListPage.extend({ name: text(255) }))
  .output(z.array(HistoryEntry))
  .query(({ ctx, input }) => revisionHistory(ctx, ctx.standing.projectId, input.name, input))
