/** Sends a statement, as `query` of a pg client does. */
export type SendStatement = (...given: unknown[]) => unknown

/** One thing that happens to every statement of a client: wraps the way on. */
export type ClientStep = (next: SendStatement) => SendStatement

/** A client of pg, as far as it is wrapped. */
export interface WrappableClient {
  query: (...given: never[]) => unknown
}

/** Has every statement of a client pass these steps in their order, the first of them first. */
export function wrapClient(client: WrappableClient, steps: readonly ClientStep[]): void {
  const original: unknown = client.query
  if (typeof original !== 'function') return
  const send: SendStatement = (...given) => Reflect.apply(original, client, given)
  client.query = steps.reduceRight((next, step) => step(next), send)
}
