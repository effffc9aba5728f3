import { setTimeout as pause } from 'node:timers/promises'
import type { Queries } from '../database/database.ts'
import type { Logger } from '../telemetry/log.ts'
import { eventsAfter, newestPlace, type EventScope, type StoredEvent } from './stored-events.ts'

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

interface EventSubscription {
  scope: EventScope
  queue: StoredEvent[]
  ended: boolean
  wake: () => void
}

/** Creates a hub over the stored events; it reads nothing without subscriptions. */
export function createEventHub(db: Queries, log: Logger): EventHub {
  const readings = new Set<EventSubscription>()
  let position: Promise<number> | null = null
  let closed = false

  async function poll(): Promise<void> {
    while (readings.size > 0 && !closed) {
      try {
        const events = await eventsAfter(db, await (position ?? newestPlace(db)), BATCH)
        const last = events.at(-1)
        if (last) position = Promise.resolve(last.id)
        for (const event of events) for (const reading of readings) deliver(reading, event)
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
      const reading: EventSubscription = { scope, queue: [], ended: closed, wake: () => undefined }
      readings.add(reading)
      const first = position === null
      position ??= newestPlace(db)
      const start = await position.catch((error: unknown) => {
        readings.delete(reading)
        position = null
        throw error
      })
      if (first) void poll()
      return subscriptionOf(reading, start, () => readings.delete(reading))
    },
    close() {
      closed = true
      for (const reading of readings) finish(reading)
    },
  }
}

function subscriptionOf(reading: EventSubscription, start: number, forget: () => void): Subscription {
  return {
    start,
    next: async (timeoutMs) => {
      if (reading.queue.length === 0 && !reading.ended) await woken(reading, timeoutMs)
      return reading.queue.shift() ?? (reading.ended ? undefined : null)
    },
    newest: () => reading.queue.at(-1)?.id ?? null,
    end: () => {
      forget()
      finish(reading)
    },
  }
}

function woken(reading: EventSubscription, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    timer.unref()
    reading.wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function deliver(reading: EventSubscription, event: StoredEvent): void {
  if (reading.ended || !concerns(reading.scope, event)) return
  if (reading.queue.length >= BUFFER) finish(reading)
  else reading.queue.push(event)
  reading.wake()
}

function finish(reading: EventSubscription): void {
  reading.ended = true
  reading.wake()
}

function concerns(scope: EventScope, event: StoredEvent): boolean {
  return 'projectId' in scope ? event.projectId === scope.projectId : event.componentId === scope.componentId
}
