import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { drain } from '../body/drain.ts'

/** As long as what a sender still sends is thrown away once it is answered. */
const LINGER_MS = 30_000
/** As long as it has to read its answer once nothing of its body is read any more. */
const GRACE_MS = 500
/** The grace period of a GET, whose body no one reads. */
const SHORT_GRACE_MS = 100

export interface UnreadBodies {
  /** The service closes: who is answered has half a second left. */
  hurry: () => void
}

/**
 * Ends the connections whose answer is given before their body is here, in a way that lets the sender read it: a body
 * that no one has begun to read is thrown away for a while, because many send all before they look for an answer.
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
    void drain(piecesOf(incoming), longest).then(() => endAfter(incoming, GRACE_MS))
  }

  server.on('request', (incoming, outgoing: ServerResponse) => {
    if (!hasBody(incoming)) return
    // When the answer is out, Node.js reads on without an end what no one has begun to read.
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

function piecesOf(incoming: IncomingMessage): () => Promise<Uint8Array | null> {
  const pieces: AsyncIterator<Uint8Array, undefined> = incoming.iterator({ destroyOnReturn: false })
  return async () => (await pieces.next()).value ?? null
}

function endAfter(incoming: IncomingMessage, ms: number): void {
  const timer = setTimeout(() => {
    if (!incoming.complete) incoming.socket.destroy()
  }, ms).unref()
  incoming.once('close', () => clearTimeout(timer))
}
