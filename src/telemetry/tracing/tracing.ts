import { SpanKind, type Attributes } from '@opentelemetry/api'
import type { Env } from '../../config/env.ts'
import type { Logger } from '../log.ts'
import { ended, endWithError, errorName, presentScope, startChild, startRoot } from './scope.ts'
import { withoutValues } from './without-values.ts'

/** Called with every statement when it is sent; the result, when it was answered. */
export type StatementWatch = (text: string) => (error: unknown) => void

/** Traces and the log of slow statements. */
export interface Tracing {
  statements: StatementWatch
  /** Spans that the collector did not get. */
  dropped: () => number
  /** Sends what is left. */
  close: () => Promise<void>
}

/** Tracing as the settings want it; null if they want none. Loads the SDK of OpenTelemetry only for an endpoint. */
export async function createTracing(
  { tracing, database: { slowMs } }: Pick<Env, 'tracing' | 'database'>,
  log: Logger,
): Promise<Tracing | null> {
  if (tracing === null && slowMs === 0) return null
  const exported = tracing && (await import('./exporter.ts')).startExport(tracing, log)
  return {
    statements: (text) => {
      const scope = presentScope()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(text) }
      const span = scope?.span && startChild(scope.span, verbOf(text), { kind: SpanKind.CLIENT, attributes })
      const began = performance.now()
      return (error) => {
        if (error === null) span?.end()
        else if (span) endWithError(span, errorName(error))
        const ms = performance.now() - began
        if (slowMs === 0 || ms < slowMs) return
        const during = { request_id: scope?.requestId ?? null, during: scope?.name() ?? null }
        log.warn({ ms: Math.round(ms), statement: withoutValues(text), ...during }, 'slow statement')
      }
    },
    dropped: () => exported?.dropped() ?? 0,
    close: () => exported?.close() ?? Promise.resolve(),
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
  const span = startRoot(name, { attributes: given.attributes ?? {} }, given.traceparent)
  return ended(span, { requestId: given.requestId ?? null, name: () => name }, work)
}

/** Runs work under a name without a trace: polling once a second would fill the traces. */
export function named<T>(tracing: Tracing | null, name: string, work: () => Promise<T>): Promise<T> {
  return tracing ? ended(null, { requestId: null, name: () => name }, work) : work()
}

function verbOf(text: string): string {
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
}
