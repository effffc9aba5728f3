import type { Actor, Services } from '../context.ts'
import { stillAllowed } from './still-allowed.ts'
import { eventsAfter, placeOf, type EventScope, type StoredEvent } from './stored.ts'

const HEARTBEAT_MS = 15_000
/** Access is asked again before an event goes out when the last answer is this old. */
const TRUSTED_MS = 5000
const BATCH = 500

/** What a board sends: an event, the word that events were missed, or a sign of life. */
export type BoardItem =
  | { id: string; event: string; data: Record<string, unknown> }
  | { id: null; event: 'heartbeat' }

/** Who looks at which board, and from where on. */
export interface BoardReader {
  actor: Actor
  scope: EventScope
  lastEventId: string | null
}

/**
 * Everything that happens in a scope, in order, from a `Last-Event-ID` on without a gap, else from now on. An id that
 * is no longer kept gives one `reset`. Ends when the reader's session, token or access ends (comments 4.1), or with
 * `signal`.
 */
export async function* board(
  services: Services,
  reader: BoardReader,
  signal?: AbortSignal,
): AsyncGenerator<BoardItem> {
  const { events, database, clock } = services
  const { scope, lastEventId } = reader
  const subscription = await events.subscribe(scope)
  signal?.addEventListener('abort', subscription.end)
  let checkedAt = clock().getTime()
  const mayGoOn = async (): Promise<boolean> => {
    if (clock().getTime() - checkedAt < TRUSTED_MS) return true
    checkedAt = clock().getTime()
    return stillAllowed(services, reader.actor, scope)
  }
  try {
    let place = lastEventId === null ? subscription.start : await placeOf(database.reader, lastEventId)
    if (place === null) {
      place = subscription.start
      yield { id: String(place), event: 'reset', data: {} }
    }
    while (place < subscription.start) {
      const missed = await eventsAfter(database.reader, place, BATCH, scope)
      for (const event of missed) {
        if (event.id <= subscription.start) yield itemOf(event)
      }
      place = missed.length < BATCH ? subscription.start : (missed.at(-1)?.id ?? subscription.start)
    }
    yield { id: null, event: 'heartbeat' }
    for (;;) {
      const event = await subscription.next(HEARTBEAT_MS)
      if (event === undefined || !(await mayGoOn())) return
      yield event === null ? { id: null, event: 'heartbeat' } : itemOf(event)
    }
  } finally {
    subscription.end()
  }
}

function itemOf(event: StoredEvent): BoardItem {
  return { id: String(event.id), event: event.kind, data: event.data }
}
