import { readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Files that a process opens beside its connections: database, uploads, threads, sources. */
const KEPT_FILES = 256

/**
 * Holds the connections of a server below `most`: a further one takes the place of the one that has had no request
 * under way for the longest time, and is itself closed where all of them have one. So whoever opens thousands of
 * connections and says nothing on them closes their own, and a process does not run out of files.
 */
export function limitConnections(server: Server, most: number): void {
  /** Requests under way on each connection. */
  const open = new Map<Socket, number>()
  /** Connections without one, the longest first. */
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
    if (open.size > most) end(idle.values().next().value ?? socket)
  })
  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    idle.delete(socket)
    open.set(socket, (open.get(socket) ?? 0) + 1)
    outgoing.once('close', () => {
      if (socket.destroyed) return
      const underWay = (open.get(socket) ?? 1) - 1
      open.set(socket, underWay)
      if (underWay === 0) idle.add(socket)
    })
  })
}

/** `most`, or fewer where the system lets this process open fewer files. */
export function bearableConnections(most: number): number {
  const files = openFiles()
  return files === null ? most : Math.max(1, Math.min(most, files - KEPT_FILES))
}

/** How many files the system lets this process open; null where it does not say. */
function openFiles(): number | null {
  try {
    const figure = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return figure === undefined ? null : Number(figure)
  } catch {
    return null
  }
}
