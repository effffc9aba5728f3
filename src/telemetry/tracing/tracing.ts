import { SpanKind, type Attributes } from '@opentelemetry/api'
import type { Env } from '../../config/env.ts'
import type { Logger } from '../log.ts'
import { readCurrentScope, endWithError, toErrorName, runInSpan, startChild, startRoot } from './scope.ts'
import { removeValues } from './without-values.ts'

/** Called when a statement is sent; the returned function is called with its error or null when it ends. */
export type StatementWatch = (text: string) => (error: unknown) => void

/** Tracing and the log of slow statements. */
export interface Tracing {
  statements: StatementWatch
  /** Returns the number of dropped spans. */
  dropped: () => number
  /** Sends the pending spans. */
  close: () => Promise<void>
}

/** Creates the tracing; null if it is switched off. Loads the OpenTelemetry SDK only if an endpoint is set. */
export async function createTracing(
  { tracing, database: { slowMs } }: Pick<Env, 'tracing' | 'database'>,
  log: Logger,
): Promise<Tracing | null> {
  if (tracing === null && slowMs === 0) return null
  const traceExport = tracing && (await import('./exporter.ts')).startExport(tracing, log)
  return {
    statements: (text) => {
      const scope = readCurrentScope()
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': removeValues(text) }
      const span =
        scope?.span && startChild(scope.span, parseSqlVerb(text), { kind: SpanKind.CLIENT, attributes })
      const began = performance.now()
      return (error) => {
        if (error === null) span?.end()
        else if (span) endWithError(span, toErrorName(error))
        const ms = performance.now() - began
        if (slowMs === 0 || ms < slowMs) return
        const context = { request_id: scope?.requestId ?? null, during: scope?.name() ?? null }
        log.warn({ ms: Math.round(ms), statement: removeValues(text), ...context }, 'slow statement')
      }
    },
    dropped: () => traceExport?.dropped() ?? 0,
    close: () => traceExport?.close() ?? Promise.resolve(),
  }
}

/** Runs work outside of a request, such as a job, under its name and in its own trace. */
export function runInTrace<T>(
  tracing: Tracing | null,
  name: string,
  work: () => Promise<T>,
  options: { requestId?: string; traceparent?: string | undefined; attributes?: Attributes } = {},
): Promise<T> {
  if (!tracing) return work()
  const span = startRoot(name, { attributes: options.attributes ?? {} }, options.traceparent)
  return runInSpan(span, { requestId: options.requestId ?? null, name: () => name }, work)
}

/** Runs work under a name without a trace: polling once a second would flood the collector. */
export function runNamed<T>(tracing: Tracing | null, name: string, work: () => Promise<T>): Promise<T> {
  return tracing ? runInSpan(null, { requestId: null, name: () => name }, work) : work()
}

function parseSqlVerb(text: string): string {
  return /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
}
