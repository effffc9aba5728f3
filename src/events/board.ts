import type { Services } from '../services.ts'
import type { BoardEventKind } from '../vocabulary.ts'
import type { BoardReader as Reader } from './board-access.ts'
import { eventsAfter, placeOf, type StoredEvent } from './stored.ts'

const HEARTBEAT_MS = 15_000
/** A slow reader takes long to fetch what was waiting; access is asked again when the last answer is this old. */
const TRUSTED_MS = 1000
const BATCH = 500

/** What a board sends: an event, the word that events were missed, or a sign of life. */
export type BoardItem =
  | { id: string; event: BoardEventKind; data: Record<string, unknown> }
  | { id: null; event: 'heartbeat'; place: number }

/** How a board ended: let go by the service, so that its reader comes back and resumes, or for good. */
export type BoardEnd = 'interrupted' | undefined

/** Who looks at which board, and from where on. */
export interface BoardReader extends Reader {
  lastEventId: string | null
}

/**
 * Everything that happens in a scope, in order, from a `Last-Event-ID` on without a gap, else from now on. An id that
 * is no longer kept gives one `reset`. Ends when the reader's session, token or access ends (rule R-51), or with
 * `signal`. Access is asked once for the events that wait together, and after the last of them happened: nothing is
 * sent that happened later than the reader's access ended.
 */
export async function* board(
  services: Services,
  reader: BoardReader,
  signal?: AbortSignal,
): AsyncGenerator<BoardItem, BoardEnd> {
  const { events, database } = services
  const { scope, lastEventId } = reader
  const subscription = await events.subscribe(scope)
  signal?.addEventListener('abort', subscription.end)
  // Whoever left in the meantime is not told to the listener any more.
  if (signal?.aborted) subscription.end()
  const mayGoOn = accessOf(services, reader)
  try {
    let place = lastEventId === null ? subscription.start : await placeOf(database.queries, lastEventId)
    if (place === null) {
      place = subscription.start
      yield { id: String(place), event: 'reset', data: {} }
    }
    while (place < subscription.start) {
      const found = await eventsAfter(database.queries, place, BATCH, scope)
      const missed = found.filter(({ id }) => id <= subscription.start)
      for (const event of missed) {
        if (!(await mayGoOn(event.id, missed.at(-1)?.id))) return undefined
        yield itemOf(event)
      }
      place = found.length < BATCH ? subscription.start : (found.at(-1)?.id ?? subscription.start)
    }
    yield { id: null, event: 'heartbeat', place }
    for (;;) {
      const event = await subscription.next(HEARTBEAT_MS)
      if (event === undefined) return 'interrupted'
      // The hub of a process may be behind what the reader saw in another.
      if (event && event.id <= place) continue
      if (!(await mayGoOn(event?.id, subscription.newest()))) return undefined
      yield event === null ? { id: null, event: 'heartbeat', place } : itemOf(event)
    }
  } finally {
    subscription.end()
  }
}

/**
 * Answers whether an item may go out: an event, or a sign of life without an id. One question stands for all events up
 * to `newest`, the last one that is there already, as long as they follow at once.
 */
function accessOf({ boardAccess, clock }: Services, reader: BoardReader) {
  let covered = 0
  let askedAt = 0
  return async (id: number | undefined, newest: number | null | undefined): Promise<boolean> => {
    const now = clock().getTime()
    if (id !== undefined && id <= covered && now - askedAt < TRUSTED_MS) return true
    covered = newest ?? id ?? covered
    askedAt = now
    return boardAccess(reader)
  }
}

function itemOf(event: StoredEvent): BoardItem {
  return { id: String(event.id), event: event.kind, data: event.data }
}
