import { z } from 'zod'
import { withReplica, reading } from '../../src/procedures/access/builders.ts'
import { page } from '../../src/procedures/schemas/shapes.ts'
import { AuditEntryView } from '../audits/read/histories.schema.ts'
import { listProjectHistories } from './read/projects.ts'

const tags = ['Projects']

/** At most 50 entries per page; the default is one page (rule A-60). */
export const HistoryPage = z.object({
  page,
  per_page: z.int({ error: 'must be an integer from 1 to 50' }).min(1).max(50).default(50),
})

export const histories = reading
  .project('viewer', 'id')
  .use(withReplica)
  .meta({
    openapi: {
      method: 'GET',
      path: '/projects/{id}/histories',
      tags,
      summary: 'The newest changes of a project',
    },
  })
  .input(HistoryPage)
  .output(z.array(AuditEntryView))
  .query(({ ctx: { db, effectiveAccess }, input }) =>
    listProjectHistories(db, effectiveAccess.projectId, input.per_page, (input.page - 1) * input.per_page),
  )
