import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const CHECK_MS = 5000

interface Progress {
  /** Bytes of complete writes that the kernel has accepted. */
  written: number
  /** Bytes of pending writes that the kernel has not accepted yet. */
  queued: number
  /** Consecutive checks without progress. */
  idle: number
}

/**
 * Closes connections whose client reads nothing of a pending response for `withinMs`, even if it keeps sending. Each
 * holds a buffered chunk, a request slot or a live board. A connection with nothing pending may stay open.
 */
export function cutStalledReaders(server: Server, withinMs: number): void {
  const connections = new Map<Socket, Progress>()
  const everyMs = Math.min(CHECK_MS, withinMs / 4)
  server.on('connection', (socket) => {
    connections.set(socket, { written: 0, queued: 0, idle: 0 })
    socket.once('close', () => connections.delete(socket))
  })
  // Count checks, not time: while this process was blocked, no client could make progress.
  const timer = setInterval(() => {
    for (const [socket, progress] of connections) {
      const written = socket.bytesWritten - socket.writableLength
      const queued = countQueuedBytes(socket)
      const same = written === progress.written && queued === progress.queued
      const idle = socket.writableLength > 0 && same ? progress.idle + 1 : 0
      Object.assign(progress, { written, queued, idle })
      if (progress.idle * everyMs > withinMs) socket.destroy()
    }
  }, everyMs)
  timer.unref()
  server.once('close', () => clearInterval(timer))
}

/** Returns the bytes of pending writes. Only the handle below the socket shows progress within one long write. */
function countQueuedBytes(socket: Socket): number {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null || !('writeQueueSize' in handle)) return 0
  return Number(handle.writeQueueSize)
}
