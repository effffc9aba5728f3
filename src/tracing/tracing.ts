import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { createExporter } from './exporter.ts'
import { withoutValues } from './without-values.ts'
import { ended, presentScope, wordOf } from './scope.ts'
import { newPlace, placeIn, Span, type Attributes, type SpanKind } from './span.ts'

/** Told of every statement when it is sent; the answer, when it was answered. */
export type StatementWatch = (text: string) => (error: unknown) => void

/** Traces and the log of slow statements. Where neither is asked for there is none of this. */
export interface Tracing {
  /** A span without one above it in this process; null where the trace is not taken. */
  root: (
    name: string,
    kind: SpanKind,
    given?: { traceparent?: string | undefined; attributes?: Attributes },
  ) => Span | null
  statements: StatementWatch
  /** Spans that were lost, because nobody took them in time. */
  dropped: () => number
  /** Sends what is left. */
  close: () => Promise<void>
}

/** Tracing as the settings want it; null when they want none. */
export function createTracing(
  { tracing, database }: Pick<Env, 'tracing' | 'database'>,
  log: Logger,
): Tracing | null {
  const { slowMs } = database
  if (tracing === null && slowMs === 0) return null
  const exporter = tracing && createExporter(tracing, log)
  const share = tracing?.share ?? 0
  return {
    root: (name, kind, { traceparent, attributes = {} } = {}) => {
      if (!exporter) return null
      const place = placeIn(traceparent) ?? newPlace()
      if (Number.parseInt(place.traceId.slice(-8), 16) >= share * 2 ** 32) return null
      return new Span(exporter.take, place, { name, kind, attributes })
    },
    statements: (text) => {
      const scope = presentScope()
      const span = scope?.span?.child(verbOf(text), 'client', {
        'db.system.name': 'postgresql',
        'db.query.text': withoutValues(text),
      })
      const began = performance.now()
      return (error) => {
        span?.end(error === null ? null : wordOf(error))
        const ms = performance.now() - began
        if (slowMs === 0 || ms < slowMs) return
        const during = { request_id: scope?.requestId ?? null, during: scope?.name() ?? null }
        log.warn({ ms: Math.round(ms), statement: withoutValues(text), ...during }, 'slow statement')
      }
    },
    dropped: () => exporter?.dropped() ?? 0,
    close: () => exporter?.close() ?? Promise.resolve(),
  }
}

/** Does work that no request waits for, such as a job, under its name and in a trace of its own. */
export function traced<T>(
  tracing: Tracing | null,
  name: string,
  work: () => Promise<T>,
  given: { requestId?: string; traceparent?: string | undefined; attributes?: Attributes } = {},
): Promise<T> {
  if (!tracing) return work()
  const span = tracing.root(name, 'internal', given)
  return ended(span, { requestId: given.requestId ?? null, name: () => name }, work)
}

/** The same without a trace: looking for work once a second would fill them. */
export function named<T>(tracing: Tracing | null, name: string, work: () => Promise<T>): Promise<T> {
  return tracing ? ended(null, { requestId: null, name: () => name }, work) : work()
}

function verbOf(text: string): string {
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
}
