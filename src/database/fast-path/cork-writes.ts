import type { Writable } from 'node:stream'
import type { ClientStep } from '../server/wrap-client.ts'

/**
 * Combines the statements of one event loop tick into one write to the socket, because a write costs more than a short
 * statement. By itself, pg writes each statement at once.
 */
export function corkWrites(client: object): ClientStep {
  const stream = findStream(client)
  return (next) => {
    if (!stream) return next
    return (...args) => {
      if (stream.writableCorked === 0) {
        stream.cork()
        process.nextTick(() => stream.uncork())
      }
      return next(...args)
    }
  }
}

function findStream(client: object): Writable | null {
  const connection: unknown = Reflect.get(client, 'connection')
  const stream: unknown =
    typeof connection === 'object' && connection !== null ? Reflect.get(connection, 'stream') : null
  return isWritable(stream) ? stream : null
}

function isWritable(stream: unknown): stream is Writable {
  return typeof stream === 'object' && stream !== null && 'writableCorked' in stream
}
