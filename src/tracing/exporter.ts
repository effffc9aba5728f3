import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import type { Attributes, Span } from './span.ts'

/** Spans that wait to be sent; what exceeds them is lost. */
const MOST_WAITING = 2048
const BATCH = 512
const EVERY_MS = 2000
const ANSWERS_WITHIN = 5000
/** The end of the process waits no longer for a collector. */
const LAST_WITHIN = 1000
const KINDS = { internal: 1, server: 2, client: 3 }

/** Sends spans to a collector, by OTLP over HTTP as JSON. */
export interface Exporter {
  /** Takes a span that has ended; never waits, never fails. */
  take: (span: Span) => void
  dropped: () => number
  /** Sends what waits, once, if that is soon done. */
  close: () => Promise<void>
}

/**
 * One batch at a time, by a timer that does not keep the process. A collector that is away or slow costs the spans
 * that it did not take, and one line of the log each time that it is lost.
 */
export function createExporter(
  { endpoint, headers, serviceName, resource }: NonNullable<Env['tracing']>,
  log: Logger,
): Exporter {
  const waiting: Span[] = []
  let dropped = 0
  let sending: Promise<void> | null = null
  let away = false
  const about = attributesOf({
    'service.name': serviceName,
    'host.name': hostname(),
    'process.pid': process.pid,
    ...resource,
  })
  const send = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH)
      try {
        const answer = await fetch(endpoint, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(requestOf(about, batch)),
          signal: AbortSignal.timeout(ANSWERS_WITHIN),
          redirect: 'error',
        })
        await answer.body?.cancel()
        if (!answer.ok) throw new Error(`it answered ${answer.status}`)
        away = false
      } catch (error) {
        dropped += batch.length
        if (!away) log.warn({ err: error }, 'the collector of traces does not take them')
        away = true
        return
      }
    }
  }
  const flush = (): Promise<void> => (sending ??= send().finally(() => (sending = null)))
  const timer = setInterval(() => void flush(), EVERY_MS).unref()
  return {
    take: (span) => {
      if (waiting.length >= MOST_WAITING) dropped += 1
      else waiting.push(span)
      if (waiting.length === BATCH && !away) void flush()
    },
    dropped: () => dropped,
    close: async () => {
      clearInterval(timer)
      const last = async () => {
        await sending
        await flush()
      }
      await Promise.race([last(), pause(LAST_WITHIN, undefined, { ref: false })])
    },
  }
}

function requestOf(attributes: unknown, spans: readonly Span[]) {
  const scopeSpans = [{ scope: { name: 'rulewright' }, spans: spans.map(written) }]
  return { resourceSpans: [{ resource: { attributes }, scopeSpans }] }
}

function written(span: Span) {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === null ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: nanoseconds(span.began),
    endTimeUnixNano: nanoseconds(span.ended),
    attributes: attributesOf(span.attributes),
    status: span.error === null ? {} : { code: 2, message: span.error },
  }
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : { intValue: String(Math.round(value)) },
  }))
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
