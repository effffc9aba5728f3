import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const CHECK_MS = 5000

interface Progress {
  /** Bytes of whole pieces that the system has taken for the reader. */
  taken: number
  /** Bytes of the pieces under way that it has not taken yet. */
  queued: number
  /** Looks in a row that found nothing taken. */
  idle: number
}

/**
 * Cuts off connections on which an answer waits while their reader takes nothing of it for `withinMs`, whatever they
 * send meanwhile: each of them holds the piece that waits, the place of its person, or a live board. Where nothing
 * waits, as on a quiet board that is read, a connection may last.
 */
export function cutStalledReaders(server: Server, withinMs: number): void {
  const connections = new Map<Socket, Progress>()
  const everyMs = Math.min(CHECK_MS, withinMs / 4)
  server.on('connection', (socket) => {
    connections.set(socket, { taken: 0, queued: 0, idle: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // Looks are counted, not time: while this process itself stood still, no one could take anything.
  const checking = setInterval(() => {
    for (const [socket, progress] of connections) {
      const taken = socket.bytesWritten - socket.writableLength
      const queued = queuedOn(socket)
      const same = taken === progress.taken && queued === progress.queued
      const idle = socket.writableLength > 0 && same ? progress.idle + 1 : 0
      Object.assign(progress, { taken, queued, idle })
      if (progress.idle * everyMs > withinMs) socket.destroy()
    }
  }, everyMs)
  checking.unref()
  server.once('close', () => clearInterval(checking))
}

/** A long answer is one piece, of which only the handle below the socket tells how much is on its way. */
function queuedOn(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null || !('writeQueueSize' in handle)) return 0
  return Number(handle.writeQueueSize)
}
