import type { Queries } from '../database/database.ts'
import type { Services } from '../services.ts'
import type { BoardEventKind } from '../vocabulary.ts'
import type { BoardReader as Reader, BoardView } from './board-access.ts'
import { eventsAfter, placeOf, type StoredEvent } from './stored-events.ts'

const HEARTBEAT_MS = 15_000
/** How long an access check is valid, because a slow reader may take long to read the queued events. */
const TRUSTED_MS = 1000
const BATCH = 500

/** An item of a board: an event, a reset because events were missed, or a keep-alive. */
export type BoardItem =
  | { id: string; event: BoardEventKind; data: Record<string, unknown> }
  | { id: null; event: 'heartbeat'; place: number }

/** How a board ended: `interrupted` if the service ended it and the reader should reconnect. */
export type BoardEnd = 'interrupted' | undefined

/** A reader of a board, and the event to resume after. */
export interface BoardReader extends Reader {
  lastEventId: string | null
}

/**
 * Yields all events of a scope in order, after `Last-Event-ID` or from now on; first one `reset` if that id expired. Ends
 * when the reader's session, token or access ends (rule R-51), or with `signal`. Access is checked once per batch, after
 * its last event.
 */
export async function* board(
  services: BoardServices,
  reader: BoardReader,
  signal?: AbortSignal,
): AsyncGenerator<BoardItem, BoardEnd> {
  const { events, database } = services
  const { scope, lastEventId } = reader
  const subscription = await events.subscribe(scope)
  signal?.addEventListener('abort', subscription.end)
  // The listener is not called for a reader who has already disconnected.
  if (signal?.aborted) subscription.end()
  const viewNow = viewOf(services, reader)
  try {
    let place = lastEventId === null ? subscription.start : await placeOf(database.queries, lastEventId)
    if (place === null) {
      place = subscription.start
      yield { id: String(place), event: 'reset', data: {} }
    }
    const { start } = subscription
    for await (const { event, last } of missedEvents(database.queries, scope, { from: place, to: start })) {
      const view = await viewNow(event.id, last)
      if (!view) return undefined
      if (isShown(event, view)) yield itemOf(event, view)
    }
    return yield* liveItems(subscription, Math.max(place, start), viewNow)
  } finally {
    subscription.end()
  }
}

type BoardServices = Pick<Services, 'events' | 'database' | 'boardAccess' | 'clock'>

/** Reads the events after `from` up to `to`, each with the id of the last event of its batch. */
async function* missedEvents(
  db: Queries,
  scope: BoardReader['scope'],
  { from, to }: { from: number; to: number },
): AsyncGenerator<{ event: StoredEvent; last: number | undefined }> {
  let place = from
  while (place < to) {
    const found = await eventsAfter(db, place, BATCH, scope)
    const missed = found.filter(({ id }) => id <= to)
    for (const event of missed) yield { event, last: missed.at(-1)?.id }
    place = found.length < BATCH ? to : (found.at(-1)?.id ?? to)
  }
}

/** Returns the events from now on, and keep-alives. */
async function* liveItems(
  subscription: Awaited<ReturnType<BoardServices['events']['subscribe']>>,
  place: number,
  viewNow: ReturnType<typeof viewOf>,
): AsyncGenerator<BoardItem, BoardEnd> {
  yield { id: null, event: 'heartbeat', place }
  for (;;) {
    const event = await subscription.next(HEARTBEAT_MS)
    if (event === undefined) return 'interrupted'
    // The hub of this process may be behind the events that the reader got from another process.
    if (event && event.id <= place) continue
    const view = await viewNow(event?.id, subscription.newest())
    if (!view) return undefined
    if (event === null) yield { id: null, event: 'heartbeat', place }
    else if (isShown(event, view)) yield itemOf(event, view)
  }
}

/**
 * Creates the access check before each item: an event, or a keep-alive without an id. One check is valid for all events up
 * to `newest`, the last queued one, for a second.
 */
function viewOf({ boardAccess, clock }: BoardServices, reader: BoardReader) {
  let covered = 0
  let askedAt = 0
  let view: BoardView | null = null
  return async (id: number | undefined, newest: number | null | undefined): Promise<BoardView | null> => {
    const now = clock().getTime()
    if (view && id !== undefined && id <= covered && now - askedAt < TRUSTED_MS) return view
    covered = newest ?? id ?? covered
    askedAt = now
    view = await boardAccess(reader)
    return view
  }
}

/** Events that are only about people; only members see them. */
const ABOUT_PEOPLE: readonly BoardEventKind[] = ['comment.assigned']

function isShown({ at, kind }: StoredEvent, { publishedSince }: BoardView): boolean {
  return publishedSince === null || (at >= publishedSince && !ABOUT_PEOPLE.includes(kind))
}

function itemOf({ id, kind, data }: StoredEvent, { publishedSince }: BoardView): BoardItem {
  return { id: String(id), event: kind, data: publishedSince === null ? data : { ...data, actor: null } }
}
