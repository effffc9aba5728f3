import { getRequestListener } from '@hono/node-server'
import type { Services } from '../services.ts'
import { bind, type BoundAddress } from './bind.ts'
import { createApp } from './create-app.ts'

const QUEUE_TIMEOUT_MS = 60_000

export interface Listener {
  /** The actual port. */
  port: number
  /** Stops accepting connections; resolves when the requests in flight are answered. */
  close: () => Promise<void>
  /** Closes the remaining connections at once. */
  cut: () => void
}

/** Serves the application at a bound address. */
export function serveAt(address: BoundAddress, services: Services): Listener {
  const { port } = address
  // With PORT=0, links in mails need the actual port.
  services.env.http.port = port
  const { uploadTimeoutMs, timeoutMs } = services.env.bodies
  const app = createApp(services, () => port)
  const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false })
  // The last line of defense: bodies are timed while they are read, and an upload may wait in a queue before.
  const requestTimeoutMs = Math.max(uploadTimeoutMs, timeoutMs) + QUEUE_TIMEOUT_MS
  address.answer((incoming, outgoing) => void listener(incoming, outgoing), requestTimeoutMs)
  return {
    port,
    close: () => {
      services.events.close()
      return address.close()
    },
    cut: address.cut,
  }
}

/** Binds HOST and PORT and serves the application there. Throws the errors of `bind`. */
export async function listen(services: Services): Promise<Listener> {
  return serveAt(await bind(services.env.http), services)
}
