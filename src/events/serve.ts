import { z } from 'zod'
import type { Actor } from '../audit/actor.ts'
import { DomainError } from '../errors.ts'
import { text } from '../procedures/schemas/shapes.ts'
import { carried, tracked } from '../procedures/trpc.ts'
import type { RequestContext } from '../request-context.ts'
import type { Services } from '../services.ts'
import type { BoardEventKind } from '../vocabulary.ts'
import { board, type BoardItem } from './board.ts'
import type { EventScope } from './stored-events.ts'
import { eventStream } from './stream.ts'

/** A board as a streamed response. */
export const Stream = z
  .custom<Response>((value) => value instanceof Response)
  .meta({
    override: { type: 'string', description: 'id, event and JSON data; a comment every 15 seconds.' },
  })

/** Where a subscription goes on. */
export const From = z.object({
  lastEventId: text(40).nullish().meta({
    description:
      'Resume after this event. If it is no longer stored, the stream starts with one `reset` event.',
  }),
})

interface Watching {
  services: Services
  actor: Actor
}

/**
 * A live board as server-sent events, behind the request's `Last-Event-ID` (rule R-57). A question without a body
 * opens no board, and takes no place of one.
 */
export async function streamed(
  ctx: Watching & { request: RequestContext['request'] },
  scope: EventScope,
): Promise<Response> {
  const { services, actor, request } = ctx
  const lastEventId = request.header('last-event-id') ?? null
  const leave = request.method === 'HEAD' ? () => undefined : await services.concurrency.boards.open(actor.id)
  return eventStream((signal) => board(services, { actor, scope, lastEventId }, signal), leave)
}

/** Serves a stream as a tRPC subscription. The signal releases its slot, even if the stream was never read. */
export async function subscribed(
  ctx: Watching,
  scope: EventScope,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
) {
  const leave = await ctx.services.concurrency.boards.open(ctx.actor.id)
  signal?.addEventListener('abort', leave)
  if (signal?.aborted) leave()
  return followed(ctx, scope, lastEventId, signal, leave)
}

/**
 * The events for tRPC clients, which resume by the last id: `open` is where a stream without events begins. Completes
 * when the reader loses access; a reader that the service disconnects gets 503 and reconnects.
 */
async function* followed(
  ctx: Watching,
  scope: EventScope,
  lastEventId: string | null,
  signal: AbortSignal | undefined,
  leave: () => void,
) {
  let begun = lastEventId !== null
  try {
    const items = board(ctx.services, { actor: ctx.actor, scope, lastEventId }, signal)
    for await (const item of untilEnd(items, signal)) {
      const sent = begun && item.id === null ? null : sentOf(item)
      if (sent) yield tracked(sent.id, { event: sent.event, data: sent.data })
      begun = true
    }
  } finally {
    leave()
  }
}

interface StreamMessage {
  id: string
  event: BoardEventKind | 'open'
  data: Record<string, unknown>
}

/** Converts an item for tRPC clients: the first keep-alive is `open`. */
function sentOf(item: BoardItem): StreamMessage {
  return item.id === null ? { id: String(item.place), event: 'open', data: {} } : item
}

/** Returns the items of a board. Throws 503 if the service ends it while the reader is still authorized. */
async function* untilEnd(items: ReturnType<typeof board>, signal: AbortSignal | undefined) {
  const end = yield* items
  if (end !== 'interrupted' || signal?.aborted) return
  throw carried(new DomainError('unavailable', 'service_unavailable', 'The board was interrupted.'))
}
