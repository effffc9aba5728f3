import {
  ResumeInput,
  EventStreamResponse,
  serveBoard,
  subscribeToBoard,
} from '../../src/events/serve-board.ts'
import { reading } from '../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../src/procedures/trpc.ts'

const summary = 'What happens in a project, as it happens'

export const projectStream = reading
  .project('viewer')
  .meta({
    openapi: { method: 'GET', path: '/projects/{projectId}/events', tags: ['Live boards'], summary },
    produces: ['text/event-stream'],
  })
  .concat(rejectUnknownKeys)
  .output(EventStreamResponse)
  .query(({ ctx }) => serveBoard(ctx, { projectId: ctx.effectiveAccess.projectId }))

export const ofProject = reading
  .project('viewer')
  .meta({ summary })
  .input(ResumeInput)
  .concat(rejectUnknownKeys)
  .subscription(({ ctx, input, signal }) =>
    subscribeToBoard(ctx, { projectId: ctx.effectiveAccess.projectId }, input, signal),
  )
