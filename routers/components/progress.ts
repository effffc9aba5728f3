import { mayLag, reading } from '../../src/access.ts'
import { componentStats, projectStats, workflowState } from './progress.read.ts'
import { ComponentStats, ProjectStats, WorkflowState } from './progress.schema.ts'

const tags = ['Components']

/** Figures on how far a component or a project is. */
export const progress = {
  stats: reading
    .component('show', 'id')
    .use(mayLag)
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/components/{id}/stats',
        tags,
        summary: 'Statistics of a component',
      },
    })
    .output(ComponentStats)
    .query(({ ctx }) => componentStats(ctx.db, ctx.scope.component_id)),

  workflowState: reading
    .component('show', 'id')
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/components/{id}/workflow_state',
        tags,
        summary: 'How far a component is, and what its phase allows',
      },
    })
    .output(WorkflowState)
    .query(({ ctx }) => workflowState(ctx.db, ctx.scope.component_id)),

  projectStats: reading
    .project('viewer', 'id')
    .use(mayLag)
    .meta({
      openapi: { method: 'GET', path: '/api/projects/{id}/stats', tags, summary: 'Statistics of a project' },
    })
    .output(ProjectStats)
    .query(({ ctx }) => projectStats(ctx.db, ctx.standing.projectId)),
}
