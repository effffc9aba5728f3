import {
  ResumeInput,
  EventStreamResponse,
  serveBoard,
  subscribeToBoard,
} from '../../../src/events/serve-board.ts'
import { reading } from '../../../src/procedures/access/builders.ts'
import { rejectUnknownKeys } from '../../../src/procedures/trpc.ts'

const summary = 'What happens in a component, as it happens'

export const componentStream = reading
  .component('show')
  .meta({
    openapi: { method: 'GET', path: '/components/{componentId}/events', tags: ['Live boards'], summary },
    produces: ['text/event-stream'],
  })
  .concat(rejectUnknownKeys)
  .output(EventStreamResponse)
  .query(({ ctx }) => serveBoard(ctx, { componentId: ctx.scope.component_id }))

export const ofComponent = reading
  .component('show')
  .meta({ summary })
  .input(ResumeInput)
  .concat(rejectUnknownKeys)
  .subscription(({ ctx, input, signal }) =>
    subscribeToBoard(ctx, { componentId: ctx.scope.component_id }, input, signal),
  )
