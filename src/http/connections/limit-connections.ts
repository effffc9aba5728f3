import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** File descriptors reserved for the database, uploads, threads and source files. */
const RESERVED_FILES = 256

/**
 * Limits the connections of a server to `limit`. A new connection closes the one that has been idle longest, or is
 * closed itself if none is idle. A client that opens thousands of idle connections closes its own.
 */
export function limitConnections(server: Server, limit: number): void {
  /** Requests in flight on each connection. */
  const open = new Map<Socket, number>()
  /** Idle connections, longest idle first. */
  const idle = new Set<Socket>()
  const end = (socket: Socket) => {
    idle.delete(socket)
    open.delete(socket)
    socket.destroy()
  }
  server.on('connection', (socket) => {
    open.set(socket, 0)
    idle.add(socket)
    socket.once('close', () => end(socket))
    if (open.size > limit) end(idle.values().next().value ?? socket)
  })
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    idle.delete(socket)
    open.set(socket, (open.get(socket) ?? 0) + 1)
    outgoing.once('close', () => {
      if (socket.destroyed) return
      const inFlight = (open.get(socket) ?? 1) - 1
      open.set(socket, inFlight)
      if (inFlight === 0) idle.add(socket)
    })
  })
}

/** Returns `limit`, or fewer if the file descriptor limit of this process is lower. */
export function limitToOpenFiles(limit: number): number {
  const files = readFileLimit()
  return files === null ? limit : Math.max(1, Math.min(limit, files - RESERVED_FILES))
}

/** Reads the file descriptor limit of this process; null if the system does not report it. */
function readFileLimit(): number | null {
  try {
    const softLimit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return softLimit === undefined ? null : Number(softLimit)
  } catch {
    return null
  }
}
