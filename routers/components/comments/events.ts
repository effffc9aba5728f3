import { From, Stream, streamed, subscribed } from '../../../src/events/serve.ts'
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
  .output(Stream)
  .query(({ ctx }) => streamed(ctx, { componentId: ctx.scope.component_id }))

export const ofComponent = reading
  .component('show')
  .meta({ summary })
  .input(From)
  .concat(rejectUnknownKeys)
  .subscription(({ ctx, input, signal }) =>
    subscribed(ctx, { componentId: ctx.scope.component_id }, input.lastEventId ?? null, signal),
  )
