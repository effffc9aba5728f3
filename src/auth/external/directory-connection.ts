import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { ClientOptions } from 'ldapts'

/** Far more than the answers about one person have: two entries of four attributes at most are asked for. */
const LIMIT = 262_144
/** All steps of one sign-in together. */
const LONGEST_MS = 20_000

/** How one sign-in talks to the directory. */
export interface DirectoryConnection {
  /** For the client, which opens its connections with them. */
  options: Pick<ClientOptions, 'createConnection' | 'createSecureConnection'>
  /** To be called when it is over, whatever its end. */
  end: () => void
}

/**
 * Connections of one sign-in that end after so many bytes, and after so long: the client keeps every entry and every
 * value that a directory sends, and waits without an end for one that agrees to TLS and falls silent.
 */
export function directoryConnection(limit = LIMIT, longestMs = LONGEST_MS): DirectoryConnection {
  const sockets = new Set<Socket>()
  let received = 0
  const bounded = <T extends Socket>(socket: T): T => {
    sockets.add(socket)
    socket.on('data', (bytes: Buffer) => {
      received += bytes.byteLength
      if (received > limit) socket.destroy(new Error(`the directory answered more than ${limit} bytes`))
    })
    return socket
  }
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy(new Error(`the directory took more than ${longestMs} ms`))
  }, longestMs)
  return {
    options: {
      createConnection: new Proxy(connectPlain, {
        apply: (connect, self, given) => bounded(Reflect.apply(connect, self, given)),
      }),
      createSecureConnection: new Proxy(connectSecure, {
        apply: (connect, self, given) => bounded(Reflect.apply(connect, self, given)),
      }),
    },
    end: () => {
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
