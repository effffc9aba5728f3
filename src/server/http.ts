import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createApp } from '../app.ts'
import type { Services } from '../context.ts'

const HEADER_BYTES = 16 * 1024
const IDLE_CHECK = 50

export interface Listener {
  /** The port really listened on. */
  port: number
  /** Stops accepting, and resolves when the requests in flight are answered. */
  close: () => Promise<void>
  /** Cuts the connections that are left. */
  cut: () => void
}

/** Serves the application on HOST and PORT; rejects when the address cannot be had. */
export async function listen(services: Services): Promise<Listener> {
  const { host, port } = services.env.http
  const server: Server = createServer({ maxHeaderSize: HEADER_BYTES })
  const app = createApp(services, () => portOf(server) ?? port)
  const answer = getRequestListener(app.fetch)
  server.on('request', (incoming, outgoing) => void answer(incoming, outgoing))
  server.listen(port, host)
  await once(server, 'listening')
  // With PORT=0 the links in mails need the port that was really taken.
  services.env.http.port = portOf(server) ?? port
  return {
    port: portOf(server) ?? port,
    close: () => {
      services.events.close()
      return drain(server)
    },
    cut: () => server.closeAllConnections(),
  }
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
