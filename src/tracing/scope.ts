import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span } from './span.ts'

/** What is under way where a statement is sent. */
export interface Scope {
  requestId: string | null
  /** The route of the request, or the name of the work beside requests. */
  name: () => string
  /** Null where nothing is traced. */
  span: Span | null
}

const scopes = new AsyncLocalStorage<Scope>()

/** Does `work`, and whatever it begins, within this scope. */
export function within<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work)
}

export function presentScope(): Scope | undefined {
  return scopes.getStore()
}

/** Does `work` within a span below the present one; just does it where nothing is traced. */
export async function withinSpan<T>(
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
): Promise<T> {
  const scope = presentScope()
  if (!scope?.span) return work()
  return ended(scope.span.child(name, 'internal', attributes), scope, work)
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
    span?.end(wordOf(error))
    throw error
  }
}

/** What went wrong in a word: messages may hold what people wrote. */
export function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  if ('reason' in error) return String(error.reason)
  return 'code' in error ? String(error.code) : error.name
}
