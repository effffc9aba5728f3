import { z } from 'zod'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors.ts'
import { text } from '../procedures/schemas/shapes.ts'
import { toTrpcError, tracked } from '../procedures/trpc.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import type { BoardEventKind } from '../vocabulary.ts'
import { streamBoard, type BoardItem, type BoardServices } from './board.ts'
import { createEventStream } from './event-stream.ts'
import type { EventScope } from './stored-events.ts'

/** A board as a streamed response. */
export const EventStreamResponse = z
  .custom<Response>((value) => value instanceof Response)
  .meta({
    override: { type: 'string', description: 'id, event and JSON data; a comment every 15 seconds.' },
  })

const MAX_CATCH_UP_MS = 60_000

/** Where a subscription starts; without both, it starts with the next event. */
export const ResumeInput = z.object({
  lastEventId: text(40).nullish().meta({
    description:
      'Resume after this event. If it is no longer stored, the stream starts with one `reset` event.',
  }),
  catch_up_ms: z.int().min(0).max(MAX_CATCH_UP_MS).optional().meta({
    description: 'Without an event to resume after: start with the events of the last milliseconds.',
  }),
})

type Resume = z.infer<typeof ResumeInput>

interface BoardContext {
  services: BoardServices & Pick<Services, 'concurrency'>
  actor: Actor
}

/**
 * Serves a live board as server-sent events, after the request's `Last-Event-ID` (rule R-57). A HEAD request neither opens
 * a board nor counts against the limit of open boards.
 */
export async function serveBoard(
  ctx: BoardContext & { request: RequestContext['request'] },
  scope: EventScope,
): Promise<Response> {
  const { services, actor, request } = ctx
  const lastEventId = request.header('last-event-id') ?? null
  const release =
    request.method === 'HEAD' ? () => undefined : await services.concurrency.boards.open(actor.id)
  return createEventStream((signal) => streamBoard(services, { actor, scope, lastEventId }, signal), release)
}

/** Serves a stream as a tRPC subscription. The signal releases its slot, even if the stream was never read. */
export async function subscribeToBoard(
  ctx: BoardContext,
  scope: EventScope,
  resume: Resume,
  signal: AbortSignal | undefined,
) {
  const release = await ctx.services.concurrency.boards.open(ctx.actor.id)
  signal?.addEventListener('abort', release)
  if (signal?.aborted) release()
  return trackItems(ctx, scope, resume, signal, release)
}

/**
 * Yields the events for tRPC clients, which resume after the last id; `open` has the id of a stream without events.
 * Completes when the reader loses access. If the service disconnects a reader, throws 503, and the client reconnects.
 */
async function* trackItems(
  ctx: BoardContext,
  scope: EventScope,
  { lastEventId = null, catch_up_ms: catchUpMs }: Resume,
  signal: AbortSignal | undefined,
  release: () => void,
) {
  let hasBegun = lastEventId !== null
  try {
    const items = streamBoard(ctx.services, { actor: ctx.actor, scope, lastEventId, catchUpMs }, signal)
    for await (const item of takeUntilEnd(items, signal)) {
      const message = hasBegun && item.id === null ? null : toStreamMessage(item)
      if (message) yield tracked(message.id, { event: message.event, data: message.data })
      hasBegun = true
    }
  } finally {
    release()
  }
}

interface StreamMessage {
  id: string
  event: BoardEventKind | 'open'
  data: Record<string, unknown>
}

/** Converts an item for tRPC clients: the first keep-alive is `open`. */
function toStreamMessage(item: BoardItem): StreamMessage {
  return item.id === null ? { id: String(item.position), event: 'open', data: {} } : item
}

/** Returns the items of a board. Throws 503 if the service ends it while the reader is still authorized. */
async function* takeUntilEnd(items: ReturnType<typeof streamBoard>, signal: AbortSignal | undefined) {
  const end = yield* items
  if (end !== 'interrupted' || signal?.aborted) return
  throw toTrpcError(new DomainError('unavailable', 'service_unavailable', 'The board was interrupted.'))
}
