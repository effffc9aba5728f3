import type { CompiledQuery } from 'kysely'

const marked = new WeakSet<object>()

/**
 * Marks a statement as the last of its transaction, whose answer nobody looks at: where connections can, it travels with
 * the commit. Its failure is then that of the commit, and undoes everything all the same.
 */
export function withCommit<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  marked.add(query)
  return query
}

/** Whether a statement may wait for the commit of its transaction. */
export function waitsForCommit(query: object): boolean {
  return marked.has(query)
}
