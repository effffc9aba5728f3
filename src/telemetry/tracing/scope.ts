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

/** The request or background task that is running. */
export interface Scope {
  requestId: string | null
  /** The route of the request, or the name of the background task. */
  name: () => string
  /** Null if it is not traced. */
  span: Span | null
}

export interface SpanOptions {
  kind?: SpanKind
  attributes?: Attributes
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs `work`, and everything that it starts, in this scope. */
export function runInScope<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work)
}

/** Returns the scope of the running code; undefined outside of requests and background tasks. */
export function readCurrentScope(): Scope | undefined {
  return scopes.getStore()
}

/** Starts a span without a local parent; null if it is not sampled. `traceparent` names a remote parent. */
export function startRoot(name: string, options: SpanOptions, traceparent?: string): Span | null {
  const parent = propagation.extract(ROOT_CONTEXT, traceparent === undefined ? {} : { traceparent })
  const span = trace.getTracer('rulewright').startSpan(name, options, parent)
  return span.isRecording() ? span : null
}

/** Starts a child span of a span. */
export function startChild(parent: Span, name: string, options: SpanOptions): Span {
  return trace.getTracer('rulewright').startSpan(name, options, trace.setSpan(ROOT_CONTEXT, parent))
}

/** Returns the `traceparent` header (W3C Trace Context) of the current span; no header if there is none. */
export function buildTraceparentHeader(): Record<string, string> {
  const span = readCurrentScope()?.span
  const headers: Record<string, string> = {}
  if (span) propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers)
  return headers
}

/** Runs `work` in a child of the current span, or without a span if there is none. */
export async function runWithinSpan<T>(
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const scope = readCurrentScope()
  if (!scope?.span) return work()
  return runInSpan(startChild(scope.span, name, { attributes }), scope, work)
}

/** Runs `work` in this span and ends it. */
export async function runInSpan<T>(
  span: Span | null,
  scope: Omit<Scope, 'span'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await runInScope({ requestId: scope.requestId, name: scope.name, span }, work)
    span?.end()
    return result
  } catch (error) {
    if (span) endWithError(span, toErrorName(error))
    throw error
  }
}

/** Ends a span with an error status; `message` must not contain user input. */
export function endWithError(span: Span, message: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message })
  span.end()
}

/** Returns the code or class of an error, without the message, which may contain user input. */
export function toErrorName(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  if ('reason' in error) return String(error.reason)
  return 'code' in error ? String(error.code) : error.name
}
