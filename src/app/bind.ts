import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Env } from '../config/env.ts'
import { bearableConnections, limitConnections } from '../http/connections/limit.ts'
import { cutStalledReaders } from '../http/connections/readers.ts'
import { endUnreadBodies } from '../http/connections/unread-bodies.ts'

const HEADER_BYTES = 16 * 1024
const IDLE_CHECK = 50
const CHECK_MS = 5000
const PROBE_MS = 30_000

/** An address that is held. Nothing is served there until `answer`, except the word that the service is starting. */
export interface BoundAddress {
  /** The port that was really taken. */
  port: number
  /** Answers requests there from now on; a request as a whole may take so many milliseconds to arrive. */
  answer: (listener: RequestListener, requestTimeoutMs: number) => void
  /** Stops accepting, ends bodies that nothing reads, and resolves when the requests in flight are answered. */
  close: () => Promise<void>
  /** Cuts the connections that are left. */
  cut: () => void
  /** Gives the address back at once. */
  release: () => Promise<void>
}

/**
 * Takes HOST and PORT before anything is created that is told only once; throws an Error of one line that names the
 * setting when they cannot be had. Until `answer` every request but `/up` is 503 with `Retry-After`.
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
  limitConnections(server, bearableConnections(maxConnections))
  const unread = endUnreadBodies(server)
  let listener: RequestListener = starting
  server.on('request', (incoming, outgoing) => listener(incoming, outgoing))
  return {
    port: await listen(server, host, port),
    answer: (given, requestTimeoutMs) => {
      server.requestTimeout = requestTimeoutMs
      listener = given
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

/** Takes the address; answers the port that was really taken. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw unusableAddress(error, host, port)
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/** What is answered between taking the address and being ready. */
const starting: RequestListener = (incoming, outgoing) => {
  const lives = incoming.url === '/up'
  outgoing.writeHead(lives ? 200 : 503, {
    'content-type': 'text/plain',
    ...(lives ? {} : { 'retry-after': '1' }),
  })
  outgoing.end(lives ? 'ok' : 'starting')
}

/** What the system says about an address, as a sentence about the setting that names it. */
function unusableAddress(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'EADDRINUSE') {
    return new Error(`PORT: ${port} is taken on ${host}; choose another one (${code})`)
  }
  if (code === 'EACCES') {
    return new Error(`PORT: ${port} needs rights that this process does not have (${code})`)
  }
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return new Error(`HOST: ${host} is no address of this machine (${code})`)
  }
  return error
}

/** A connection that was busy when closing began is idle after its answer, and nothing else ends it. */
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
