import { reading } from '../../src/procedures/access/builders.ts'
import { WorkflowState } from './read/progress.schema.ts'
import { readWorkflowState } from './read/progress.ts'

const tags = ['Components']

export const workflowState = reading
  .component('show', 'id')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/components/{id}/workflow_state',
      tags,
      summary: 'Progress of a component, and what its phase allows',
    },
  })
  .output(WorkflowState)
  .query(({ ctx }) => readWorkflowState(ctx.db, ctx.scope.component_id))
