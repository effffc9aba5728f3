import { From, Stream, streamed, subscribed } from '../../src/events/serve.ts'
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
  .output(Stream)
  .query(({ ctx }) => streamed(ctx, { projectId: ctx.effectiveAccess.projectId }))

export const ofProject = reading
  .project('viewer')
  .meta({ summary })
  .input(From)
  .concat(rejectUnknownKeys)
  .subscription(({ ctx, input, signal }) =>
    subscribed(ctx, { projectId: ctx.effectiveAccess.projectId }, input.lastEventId ?? null, signal),
  )
