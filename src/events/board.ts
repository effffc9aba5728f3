import type { Queries } from '../database/database.ts'
import type { Services } from '../services.ts'
import type { BoardEventKind } from '../vocabulary.ts'
import type { BoardReader as Reader, BoardView } from './board-access.ts'
import { findEventId, findIdBefore, readEventsAfter, type StoredEvent } from './stored-events.ts'

const HEARTBEAT_MS = 15_000
/** How long an access check is valid, because a slow reader may take long to read the queued events. */
const CHECK_VALID_MS = 1000
const BATCH = 500

/** An item of a board: an event, a reset because events were missed, or a keep-alive. */
export type BoardItem =
  | { id: string; event: BoardEventKind; data: Record<string, unknown> }
  | { id: null; event: 'heartbeat'; position: number }

/** How a board ended: `interrupted` if the service ended it and the reader should reconnect. */
export type BoardEnd = 'interrupted' | undefined

/** A reader of a board, and where the board starts. */
export interface BoardSubscriber extends Reader {
  /** The event to resume after. */
  lastEventId: string | null
  /** Without an event to resume after, the events of this time before now come first. */
  catchUpMs?: number | undefined
}

/**
 * Yields all events of a scope in order, from where the reader starts; first one `reset` if the id to resume after expired.
 * Ends when the reader's session, token or access ends (rule R-51), or with `signal`. Access is checked once per batch,
 * after its last event.
 */
export async function* streamBoard(
  services: BoardServices,
  reader: BoardSubscriber,
  signal?: AbortSignal,
): AsyncGenerator<BoardItem, BoardEnd> {
  const { events, database } = services
  const { scope } = reader
  const subscription = await events.subscribe(scope)
  signal?.addEventListener('abort', subscription.end)
  // The listener is not called for a reader who has already disconnected.
  if (signal?.aborted) subscription.end()
  const checkView = createViewCheck(services, reader)
  try {
    let position = await findStart(services, reader, subscription.start)
    if (position === null) {
      position = subscription.start
      yield { id: String(position), event: 'reset', data: {} }
    }
    const { start } = subscription
    for await (const { event, last } of readMissedEvents(database.queries, scope, {
      after: position,
      last: start,
    })) {
      const view = await checkView(event.id, last)
      if (!view) return undefined
      if (isShown(event, view)) yield toBoardItem(event, view)
    }
    return yield* streamLiveItems(subscription, Math.max(position, start), checkView)
  } finally {
    subscription.end()
  }
}

/** Returns the id after which a reader starts; null if the event to resume after is no longer stored. */
async function findStart(
  { database, clock }: BoardServices,
  { scope, lastEventId, catchUpMs = 0 }: BoardSubscriber,
  newest: number,
): Promise<number | null> {
  if (lastEventId !== null) return findEventId(database.queries, lastEventId)
  if (catchUpMs === 0) return newest
  const since = new Date(clock().getTime() - catchUpMs)
  return findIdBefore(database.queries, scope, { since, last: newest })
}

export type BoardServices = Pick<Services, 'events' | 'database' | 'boardAccess' | 'clock'>

/** Reads the events after the id `after` up to `last`, each with the id of the last event of its batch. */
async function* readMissedEvents(
  db: Queries,
  scope: BoardSubscriber['scope'],
  { after, last }: { after: number; last: number },
): AsyncGenerator<{ event: StoredEvent; last: number | undefined }> {
  let position = after
  while (position < last) {
    const page = await readEventsAfter(db, position, BATCH, scope)
    const missed = page.filter(({ id }) => id <= last)
    for (const event of missed) yield { event, last: missed.at(-1)?.id }
    position = page.length < BATCH ? last : (page.at(-1)?.id ?? last)
  }
}

/** Returns the events from now on, and keep-alives. */
async function* streamLiveItems(
  subscription: Awaited<ReturnType<BoardServices['events']['subscribe']>>,
  position: number,
  checkView: ReturnType<typeof createViewCheck>,
): AsyncGenerator<BoardItem, BoardEnd> {
  yield { id: null, event: 'heartbeat', position }
  for (;;) {
    const event = await subscription.next(HEARTBEAT_MS)
    if (event === undefined) return 'interrupted'
    // The hub of this process may be behind the events that the reader got from another process.
    if (event && event.id <= position) continue
    const view = await checkView(event?.id, subscription.newest())
    if (!view) return undefined
    if (event === null) yield { id: null, event: 'heartbeat', position }
    else if (isShown(event, view)) yield toBoardItem(event, view)
  }
}

/**
 * Creates the access check before each item: an event, or a keep-alive without an id. One check is valid for all events up
 * to `newest`, the last queued one, for a second.
 */
function createViewCheck({ boardAccess, clock }: BoardServices, reader: BoardSubscriber) {
  let checkedUpTo = 0
  let checkedAt = 0
  let view: BoardView | null = null
  return async (id: number | undefined, newest: number | null | undefined): Promise<BoardView | null> => {
    const now = clock().getTime()
    if (view && id !== undefined && id <= checkedUpTo && now - checkedAt < CHECK_VALID_MS) return view
    checkedUpTo = newest ?? id ?? checkedUpTo
    checkedAt = now
    view = await boardAccess(reader)
    return view
  }
}

/** Events that are only about people; only members see them. */
const ABOUT_PEOPLE: readonly BoardEventKind[] = ['comment.assigned']

function isShown({ at: publishedAt, kind }: StoredEvent, { publishedSince }: BoardView): boolean {
  return publishedSince === null || (publishedAt >= publishedSince && !ABOUT_PEOPLE.includes(kind))
}

function toBoardItem({ id, kind, data }: StoredEvent, { publishedSince }: BoardView): BoardItem {
  return { id: String(id), event: kind, data: publishedSince === null ? data : { ...data, actor: null } }
}
