import { setTimeout as pause } from 'node:timers/promises'
import type { Queries } from '../database/database.ts'
import type { Logger } from '../telemetry/log.ts'
import { readEventsAfter, readNewestEventId, type EventScope, type StoredEvent } from './stored-events.ts'

/** How often a process polls for events: one small statement, only while a board is open. */
const POLL_MS = 100
const BATCH = 1000
/** The most queued events of a reader. A slower reader is disconnected and resumes from the stored events. */
const BUFFER = 10_000

/** The subscription of one reader. */
export interface Subscription {
  /** Events after this id are delivered; earlier ones are in the stored events. */
  start: number
  /** Returns the next event, null on timeout, or undefined if the subscription has ended. */
  next: (timeoutMs: number) => Promise<StoredEvent | null | undefined>
  /** The id of the last queued event; null if the queue is empty. */
  newest: () => number | null
  end: () => void
}

/** Reads new events once for all boards of a process, while at least one is open. */
export interface EventHub {
  subscribe: (scope: EventScope) => Promise<Subscription>
  /** Closes all boards on shutdown. */
  close: () => void
}

interface Subscriber {
  scope: EventScope
  queue: StoredEvent[]
  ended: boolean
  wake: () => void
}

/** Creates a hub over the stored events; it reads nothing without subscriptions. */
export function createEventHub(db: Queries, log: Logger): EventHub {
  const subscribers = new Set<Subscriber>()
  let position: Promise<number> | null = null
  let closed = false

  async function poll(): Promise<void> {
    while (subscribers.size > 0 && !closed) {
      try {
        const events = await readEventsAfter(db, await (position ?? readNewestEventId(db)), BATCH)
        const last = events.at(-1)
        if (last) position = Promise.resolve(last.id)
        for (const event of events) for (const subscriber of subscribers) deliver(subscriber, event)
        if (events.length === BATCH) continue
      } catch (error) {
        log.warn({ err: error }, 'events could not be read')
      }
      await pause(POLL_MS, undefined, { ref: false })
    }
    position = null
  }

  return {
    async subscribe(scope) {
      const subscriber: Subscriber = { scope, queue: [], ended: closed, wake: () => undefined }
      subscribers.add(subscriber)
      const first = position === null
      position ??= readNewestEventId(db)
      const start = await position.catch((error: unknown) => {
        subscribers.delete(subscriber)
        position = null
        throw error
      })
      if (first) void poll()
      return createSubscription(subscriber, start, () => subscribers.delete(subscriber))
    },
    close() {
      closed = true
      for (const subscriber of subscribers) endSubscriber(subscriber)
    },
  }
}

function createSubscription(subscriber: Subscriber, start: number, forget: () => void): Subscription {
  return {
    start,
    next: async (timeoutMs) => {
      if (subscriber.queue.length === 0 && !subscriber.ended) await waitForEvent(subscriber, timeoutMs)
      return subscriber.queue.shift() ?? (subscriber.ended ? undefined : null)
    },
    newest: () => subscriber.queue.at(-1)?.id ?? null,
    end: () => {
      forget()
      endSubscriber(subscriber)
    },
  }
}

function waitForEvent(subscriber: Subscriber, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    timer.unref()
    subscriber.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function deliver(subscriber: Subscriber, event: StoredEvent): void {
  if (subscriber.ended || !isInScope(subscriber.scope, event)) return
  if (subscriber.queue.length >= BUFFER) endSubscriber(subscriber)
  else subscriber.queue.push(event)
  subscriber.wake()
}

function endSubscriber(subscriber: Subscriber): void {
  subscriber.ended = true
  subscriber.wake()
}

function isInScope(scope: EventScope, event: StoredEvent): boolean {
  return 'projectId' in scope ? event.projectId === scope.projectId : event.componentId === scope.componentId
}
