import { getRequestListener } from '@hono/node-server'
import type { Services } from '../services.ts'
import { bind, type BoundAddress } from './bind.ts'
import { createApp } from './create-app.ts'

const WAITING_MS = 60_000

export interface Listener {
  /** The port really listened on. */
  port: number
  /** Stops accepting, and resolves when the requests in flight are answered. */
  close: () => Promise<void>
  /** Cuts the connections that are left. */
  cut: () => void
}

/** Serves the application at an address. */
export function serveAt(address: BoundAddress, services: Services): Listener {
  const { port } = address
  // With PORT=0 the links in mails need the port that was really taken.
  services.env.http.port = port
  const { uploadTimeoutMs, timeoutMs } = services.env.bodies
  const app = createApp(services, () => port)
  const listener = getRequestListener(app.fetch, { autoCleanupIncoming: false })
  // The last line of defense: bodies are timed as they are read, and an upload may queue before.
  const requestTimeoutMs = Math.max(uploadTimeoutMs, timeoutMs) + WAITING_MS
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

/** Takes HOST and PORT and serves the application there; throws as `bind` does. */
export async function listen(services: Services): Promise<Listener> {
  return serveAt(await bind(services.env.http), services)
}
