import { z } from 'zod'
import { reading } from '../src/access.ts'
import type { Actor, RequestContext, Services } from '../src/context.ts'
import { board } from '../src/events/board.ts'
import { eventStream } from '../src/events/stream.ts'
import type { EventScope } from '../src/events/stored.ts'
import { text } from '../src/shapes.ts'
import { router, tracked } from '../src/trpc.ts'

const tags = ['Live boards']

const Stream = z
  .custom<Response>((value) => value instanceof Response)
  .meta({
    override: { type: 'string', description: 'id, event and JSON data; a comment every 15 seconds.' },
  })
const From = z.object({ lastEventId: text(40).nullish() })

/** Live boards: what happens in a project or component, as server-sent events and as subscriptions (comments 4.1). */
export const events = router({
  projectStream: reading
    .project('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/projects/{projectId}/events',
        tags,
        summary: 'What happens in a project, as it happens',
      },
      produces: ['text/event-stream'],
    })
    .output(Stream)
    .query(({ ctx }) => streamed(ctx, { projectId: ctx.standing.projectId })),

  componentStream: reading
    .component('show')
    .meta({
      openapi: {
        method: 'GET',
        path: '/components/{componentId}/events',
        tags,
        summary: 'What happens in a component, as it happens',
      },
      produces: ['text/event-stream'],
    })
    .output(Stream)
    .query(({ ctx }) => streamed(ctx, { componentId: ctx.scope.component_id })),

  ofProject: reading
    .project('viewer')
    .input(From)
    .subscription(({ ctx, input, signal }) =>
      followed(ctx, { projectId: ctx.standing.projectId }, input.lastEventId ?? null, signal),
    ),

  ofComponent: reading
    .component('show')
    .input(From)
    .subscription(({ ctx, input, signal }) =>
      followed(ctx, { componentId: ctx.scope.component_id }, input.lastEventId ?? null, signal),
    ),
})

interface Watching {
  services: Services
  actor: Actor
}

function streamed(ctx: Watching & { request: RequestContext['request'] }, scope: EventScope): Response {
  const lastEventId = ctx.request.header('last-event-id') ?? null
  return eventStream((signal) => board(ctx.services, { actor: ctx.actor, scope, lastEventId }, signal))
}

/** The same board for typed clients, which resume by the id of the last event they saw. */
async function* followed(
  ctx: Watching,
  scope: EventScope,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
) {
  for await (const item of board(ctx.services, { actor: ctx.actor, scope, lastEventId }, signal)) {
    if (item.id !== null) yield tracked(item.id, { event: item.event, data: item.data })
  }
}
