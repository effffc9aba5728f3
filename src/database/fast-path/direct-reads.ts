import type { Queries } from '../database.ts'

/** Sends a statement without the query builder. Returns null if the query builder has to send it. */
export type SendRead = <Row extends object>(text: string, values: unknown[]) => Promise<Row[]> | null

interface Senders {
  /** Sends any statement. */
  any?: SendRead
  /** Sends statements that take the database a millisecond or two. */
  short?: SendRead
}

const sendersByQueries = new WeakMap<object, Senders>()

/** Sets the senders for prepared queries that run on `queries`, so that they go straight to a connection. */
export function setSenders(queries: object, senders: Senders): void {
  sendersByQueries.set(queries, senders)
}

/** Sends a prepared query straight to a connection. Returns null if `queries` has no sender for it. */
export function sendDirectly<Row extends object>(
  queries: Queries,
  text: string,
  values: unknown[],
  isShort: boolean,
): Promise<Row[]> | null {
  const { any, short } = sendersByQueries.get(queries) ?? {}
  const send = any ?? (isShort ? short : undefined)
  return send?.<Row>(text, values) ?? null
}
