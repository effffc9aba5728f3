import type { Writable } from 'node:stream'
import type { Queryable } from '../statements/prepared.ts'

/**
 * Has what is sent over a connection at the same moment leave in one write: a write costs the process, and the server
 * that is woken by it, more than a short statement. `Client.query` of pg writes each statement at once.
 */
export function inOneWrite(client: Queryable): void {
  const stream = streamOf(client)
  const original: unknown = client.query
  if (!stream || typeof original !== 'function') return
  client.query = (...given: unknown[]): unknown => {
    if (stream.writableCorked === 0) {
      stream.cork()
      process.nextTick(() => stream.uncork())
    }
    return Reflect.apply(original, client, given)
  }
}

function streamOf(client: object): Writable | null {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null
  return isWritable(stream) ? stream : null
}

function isWritable(stream: unknown): stream is Writable {
  return typeof stream === 'object' && stream !== null && 'writableCorked' in stream
}
