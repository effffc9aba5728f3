import { AsyncLocalStorage } from 'node:async_hooks'
import {
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type SpanKind,
} from '@opentelemetry/api'

/** What runs while a statement is sent. */
export interface Scope {
  requestId: string | null
  /** The route of the request, or the name of the background work. */
  name: () => string
  /** Null if nothing is traced. */
  span: Span | null
}

export interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
}

const scopes = new AsyncLocalStorage<Scope>()

/** Does `work`, and whatever it begins, within this scope. */
export function within<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work)
}

export function presentScope(): Scope | undefined {
  return scopes.getStore()
}

/** A span without a parent in this process; null if it is not sampled. `traceparent` names its parent elsewhere. */
export function startRoot(name: string, options: SpanOptions, traceparent?: string): Span | null {
  const parent = propagation.extract(ROOT_CONTEXT, traceparent === undefined ? {} : { traceparent })
  const span = trace.getTracer('rulewright').startSpan(name, options, parent)
  return span.isRecording() ? span : null
}

export function startChild(parent: Span, name: string, options: SpanOptions): Span {
  return trace.getTracer('rulewright').startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent))
}

/** The `traceparent` header (W3C Trace Context) of what runs; none if it is not traced. */
export function presentTraceParent(): Record<string, string> {
  const span = presentScope()?.span
  const headers: Record<string, string> = {}
  if (span) propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers)
  return headers
}

/** Does `work` within a span below the present one; just does it if nothing is traced. */
export async function withinSpan<T>(
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const scope = presentScope()
  if (!scope?.span) return work()
  return ended(startChild(scope.span, name, { attributes }), scope, work)
}

/** Does `work` within this span and ends it. */
export async function ended<T>(
  span: Span | null,
  scope: Omit<Scope, 'span'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await within({ requestId: scope.requestId, name: scope.name, span }, work)
    span?.end()
    return result
  } catch (error) {
    if (span) endWithError(span, errorName(error))
    throw error
  }
}

export function endWithError(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
  span.end()
}

/** The code of an error: messages may contain text of users. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  if ('reason' in error) return String(error.reason)
  return 'code' in error ? String(error.code) : error.name
}
