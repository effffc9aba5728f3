import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { ClientOptions } from 'ldapts'

/** Maximum bytes of one sign-in, far more than two entries of four attributes. */
const LIMIT = 262_144
/** Maximum duration of one sign-in. */
const MAX_SIGN_IN_MS = 20_000

/** The directory connections of one sign-in. */
export interface DirectoryConnection {
  /** Options for the LDAP client, which opens the connections. */
  options: Pick<ClientOptions, 'createConnection' | 'createSecureConnection'>
  /** Closes the connections; always call it. */
  end: () => void
}

/**
 * Creates connections with limits on bytes and time, because the client keeps everything that a directory sends and
 * waits forever for a silent one.
 */
export function createDirectoryConnection(limit = LIMIT, longestMs = MAX_SIGN_IN_MS): DirectoryConnection {
  const sockets = new Set<Socket>()
  let received = 0
  const limitSocket = <T extends Socket>(socket: T): T => {
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
        apply: (connect, self, args) => limitSocket(Reflect.apply(connect, self, args)),
      }),
      createSecureConnection: new Proxy(connectSecure, {
        apply: (connect, self, args) => limitSocket(Reflect.apply(connect, self, args)),
      }),
    },
    end: () => {
      clearTimeout(timer)
      for (const socket of sockets) socket.destroy()
    },
  }
}
