import { withReplica, reading } from '../../../src/procedures/access/builders.ts'
import { ProjectStats } from '../../components/read/progress.schema.ts'
import { readProjectStats as readStats } from '../../components/read/progress.ts'

const tags = ['Components']

export const projectStats = reading
  .project('viewer', 'id')
  .use(withReplica)
  .meta({
    openapi: { method: 'GET', path: '/api/projects/{id}/stats', tags, summary: 'Statistics of a project' },
  })
  .output(ProjectStats)
  .query(({ ctx }) => readStats(ctx.db, ctx.effectiveAccess.projectId))
