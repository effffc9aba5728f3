import type { CompiledQuery } from 'kysely'
import type { Queries } from '../../database.ts'

const marked = new WeakSet<object>()

/**
 * Marks a statement whose answer nobody looks at: where connections can, it travels with the next one of its transaction,
 * or with the commit, and what it fails with is what those fail with.
 */
export function withNext<R>(query: CompiledQuery<R>): CompiledQuery<R> {
  marked.add(query)
  return query
}

/** Sends such a statement within a transaction. */
export async function silently(
  db: Queries,
  statement: { compile: (db: Queries) => CompiledQuery },
): Promise<void> {
  await db.executeQuery(withNext(statement.compile(db)))
}

/** Whether a statement may wait for the next one. */
export function waitsForNext(query: object): boolean {
  return marked.has(query)
}
