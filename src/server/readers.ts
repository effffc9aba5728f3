import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const CHECK_MS = 5000

interface Progress {
  /** Bytes that the system has taken for the reader. */
  taken: number
  since: number
}

/**
 * Cuts off connections on which an answer waits while their reader takes nothing of it for `withinMs`, whatever they
 * send meanwhile: each of them holds the piece that waits, the place of its person, or a live board. Where nothing
 * waits, as on a quiet board that is read, a connection may last.
 */
export function cutStalledReaders(server: Server, withinMs: number): void {
  const connections = new Map<Socket, Progress>()
  server.on('connection', (socket) => {
    connections.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  const checking = setInterval(
    () => {
      const now = performance.now()
      for (const [socket, progress] of connections) {
        const taken = socket.bytesWritten - socket.writableLength
        if (socket.writableLength === 0 || taken !== progress.taken) {
          Object.assign(progress, { taken, since: now })
        } else if (now - progress.since > withinMs) socket.destroy()
      }
    },
    Math.min(CHECK_MS, withinMs / 4),
  )
  checking.unref()
  server.once('close', () => clearInterval(checking))
}
