import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Env } from '../config/env.ts'
import { limitToOpenFiles, limitConnections } from '../http/connections/limit-connections.ts'
import { cutStalledReaders } from '../http/connections/stalled-readers.ts'
import { endUnreadBodies } from '../http/connections/unread-bodies.ts'
import { answerWhileStarting } from './answer-while-starting.ts'

const HEADER_BYTES = 16 * 1024
const IDLE_CHECK = 50
const CHECK_MS = 5000
const PROBE_MS = 30_000

/** A bound address. Until `answer` is called, it only reports that the service is starting. */
export interface BoundAddress {
  /** The actual port. */
  port: number
  /** Starts to serve requests; `requestTimeoutMs` limits how long a whole request may take to arrive. */
  answer: (listener: RequestListener, requestTimeoutMs: number) => void
  /** Stops accepting, ends unread bodies, and resolves when the requests in flight are answered. */
  close: () => Promise<void>
  /** Closes the remaining connections at once. */
  cut: () => void
  /** Closes all connections and frees the address. */
  release: () => Promise<void>
}

/**
 * Binds HOST and PORT before the first sign-in is created, which is shown only once. Throws a one-line Error that names
 * the setting. Until `answer` is called, every request except `/up` gets 503 with `Retry-After`.
 */
export async function bind({
  host,
  port,
  answerTimeoutMs,
  headersTimeoutMs,
  maxConnections,
}: Env['http']): Promise<BoundAddress> {
  const server: Server = createServer({
    maxHeaderSize: HEADER_BYTES,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: CHECK_MS,
    // Detects clients that disappeared without closing.
    keepAlive: true,
    keepAliveInitialDelay: PROBE_MS,
  })
  cutStalledReaders(server, answerTimeoutMs)
  limitConnections(server, limitToOpenFiles(maxConnections))
  const unread = endUnreadBodies(server)
  let listener: RequestListener = answerWhileStarting
  server.on('request', (incoming, outgoing) => listener(incoming, outgoing))
  return {
    port: await listen(server, host, port),
    answer: (handler, requestTimeoutMs) => {
      server.requestTimeout = requestTimeoutMs
      listener = handler
    },
    close: () => {
      unread.hurry()
      return drain(server)
    },
    cut: () => server.closeAllConnections(),
    release: () => {
      server.closeAllConnections()
      return drain(server)
    },
  }
}

/** Binds the address; returns the actual port. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw toAddressError(error, host, port)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** Turns a system error into a one-line error about the setting. */
function toAddressError(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    return new Error(`PORT: ${port} is already in use on ${host}; choose another one (${code})`)
  }
  if (code === 'EACCES') {
    return new Error(`PORT: ${port} requires privileges that this process does not have (${code})`)
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return new Error(`HOST: ${host} is not an address of this machine (${code})`)
  }
  return error
}

/** Closes the server. Connections that become idle after it started to close must be closed here. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK)
  try {
    await closed
  } finally {
    clearInterval(idle)
  }
}
