import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { drain } from '../body/drain.ts'

/** How long the rest of a body is discarded after the response. */
const LINGER_MS = 30_000
/** How long the client has to read the response after the service stops reading the body. */
const GRACE_MS = 500
/** The grace period of a GET, whose body is never read. */
const SHORT_GRACE_MS = 100

export interface UnreadBodies {
  /** Shortens all waits to half a second, because the service is shutting down. */
  hurry: () => void
}

/**
 * Closes connections that were answered before their body arrived, so that the client can still read the response.
 * An unread body is drained for a while, because many clients send everything before they read.
 */
export function endUnreadBodies(server: Server): UnreadBodies {
  const lingering = new Set<IncomingMessage>()
  let longest = LINGER_MS

  function end(incoming: IncomingMessage): void {
    if (incoming.method === 'GET' || incoming.method === 'HEAD') return endAfter(incoming, SHORT_GRACE_MS)
    if (incoming.readableDidRead) return endAfter(incoming, GRACE_MS)
    lingering.add(incoming)
    incoming.once('close', () => lingering.delete(incoming))
    endAfter(incoming, longest)
    void drain(createChunkReader(incoming), longest).then(() => endAfter(incoming, GRACE_MS))
  }

  server.on('request', (incoming, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return
    // After the response, Node.js keeps reading a body that has no reader, without a limit.
    outgoing.once('prefinish', () => (incoming.complete ? undefined : end(incoming)))
  })

  return {
    hurry() {
      longest = GRACE_MS
      for (const incoming of lingering) endAfter(incoming, GRACE_MS)
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function createChunkReader(incoming: IncomingMessage): () => Promise<Uint8Array | null> {
  const chunks: AsyncIterator<Uint8Array, undefined> = incoming.iterator({ destroyOnReturn: false })
  return async () => (await chunks.next()).value ?? null
}

function endAfter(incoming: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy()
  }, ms).unref()
  incoming.once('close', () => clearTimeout(timer))
}
