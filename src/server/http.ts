import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../app.ts'
import type { Services } from '../services.ts'
import type { Env } from '../env.ts'
import { bearableConnections, limitConnections } from './connections/limit.ts'
import { cutStalledReaders } from './connections/readers.ts'
import { endUnreadBodies } from './connections/unread-bodies.ts'

const HEADER_BYTES = 16 * 1024
const IDLE_CHECK = 50
const WAITING_MS = 60_000
const CHECK_MS = 5000
const PROBE_MS = 30_000

export interface Listener {
  /** The port really listened on. */
  port: number
  /** Stops accepting, and resolves when the requests in flight are answered. */
  close: () => Promise<void>
  /** Cuts the connections that are left. */
  cut: () => void
}

/** An address that is held, and where nothing is served yet but the word that the service is starting. */
export interface BoundAddress {
  /** Serves the application there. */
  serve: (services: Services) => Listener
  /** Gives the address back. */
  release: () => Promise<void>
}

/**
 * Takes HOST and PORT before anything is created that is told only once; throws an Error of one line that names the
 * setting when they cannot be had. Until `serve` every request but `/up` is 503 with `Retry-After`.
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
    // Of those who are gone without a word nobody else would hear.
    keepAlive: true,
    keepAliveInitialDelay: PROBE_MS,
  })
  cutStalledReaders(server, answerTimeoutMs)
  limitConnections(server, bearableConnections(maxConnections))
  const unread = endUnreadBodies(server)
  let answer: RequestListener = starting
  server.on('request', (incoming, outgoing) => answer(incoming, outgoing))
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw unusableAddress(error, host, port)
  })
  return {
    serve: (services) => {
      // With PORT=0 the links in mails need the port that was really taken.
      services.env.http.port = portOf(server) ?? port
      const { uploadTimeoutMs, timeoutMs } = services.env.bodies
      // The last line: bodies are timed as they are read, and an upload may wait for its turn before.
      server.requestTimeout = Math.max(uploadTimeoutMs, timeoutMs) + WAITING_MS
      const app = createApp(services, () => portOf(server) ?? port)
      const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false })
      answer = (incoming, outgoing) => void listener(incoming, outgoing)
      return {
        port: portOf(server) ?? port,
        close: () => {
          services.events.close()
          unread.hurry()
          return drain(server)
        },
        cut: () => server.closeAllConnections(),
      }
    },
    release: () => {
      server.closeAllConnections()
      return drain(server)
    },
  }
}

/** Takes HOST and PORT and serves the application there; throws as `bind` does. */
export async function listen(services: Services): Promise<Listener> {
  return (await bind(services.env.http)).serve(services)
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
  if (code === 'EADDRINUSE')
    return new Error(`PORT: ${port} is taken on ${host}; choose another one (${code})`)
  if (code === 'EACCES')
    return new Error(`PORT: ${port} needs rights that this process does not have (${code})`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return new Error(`HOST: ${host} is no address of this machine (${code})`)
  }
  return error
}

/** A connection that was busy at the start of the closing is idle after its answer, and nobody else ends it. */
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

function portOf(server: Server): number | undefined {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : undefined
}
