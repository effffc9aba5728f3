/** Sends a statement, as `query` of a pg client does. */
export type SendStatement = (...args: unknown[]) => unknown

/** A middleware for every statement of a client. */
export type ClientStep = (next: SendStatement) => SendStatement

/** The part of a pg client that is wrapped. */
export interface WrappableClient {
  query: (...args: never[]) => unknown
}

/** Passes every statement of a client through these steps in order. */
export function wrapClient(client: WrappableClient, steps: readonly ClientStep[]): void {
  const original: unknown = client.query
  if (typeof original !== 'function') return
  const send: SendStatement = (...args) => Reflect.apply(original, client, args)
  client.query = steps.reduceRight((next, step) => step(next), send)
}
