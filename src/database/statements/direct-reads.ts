import type { Queries } from '../../database.ts'

/**
 * Sends a read as it is, beside others if it is a short one; null where it must go the way of all other statements.
 */
export type SendRead = <Row extends object>(
  text: string,
  values: unknown[],
  short: boolean,
) => Promise<Row[]> | null

const sends = new WeakMap<object, SendRead>()

/** Lets reads of these queries whose text is known (`fixedQuery`) go straight to a connection. */
export function sendDirectly(queries: object, send: SendRead): void {
  sends.set(queries, send)
}

/** Sends a read straight to a connection; null where these queries have none for it. */
export function sentDirectly<Row extends object>(
  queries: Queries,
  text: string,
  values: unknown[],
  short: boolean,
): Promise<Row[]> | null {
  return sends.get(queries)?.<Row>(text, values, short) ?? null
}
