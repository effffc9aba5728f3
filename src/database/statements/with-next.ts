import type { CompiledQuery } from 'kysely'

const marked = new WeakSet<object>()

/**
 * Marks a statement whose answer nobody looks at: where connections can, it travels with the next one of its transaction,
 * or with the commit, and what it fails with is what those fail with.
 */
export function withNext<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  marked.add(query)
  return query
}

/** Whether a statement may wait for the next one. */
export function waitsForNext(query: object): boolean {
  return marked.has(query)
}
