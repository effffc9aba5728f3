import type { Queries } from '../../database.ts'

/** Sends a statement beside others; null where it must have a connection of its own. */
export type SendShared = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]> | null

const sends = new WeakMap<Queries, SendShared>()

/** Lets the short reads of these queries (`fixedQuery`) share connections. */
export function shareLines(queries: Queries, send: SendShared): void {
  sends.set(queries, send)
}

/** Sends a short read over a shared connection; null where these queries have none that is free. */
export function sendShared<Row extends object>(
  queries: Queries,
  text: string,
  values: unknown[],
): Promise<Row[]> | null {
  return sends.get(queries)?.<Row>(text, values) ?? null
}
