import { ensureFirstAdministrator } from '../auth/accounts/bootstrap.ts'
import type { Env } from '../config/env.ts'
import type { EmbeddedServer } from '../database/embedded-server/embedded-server.ts'
import type { Services } from '../services.ts'
import type { Logger } from '../telemetry/log.ts'
import { announceReady, announceSignIn } from './announce.ts'
import { auditSettings } from './audit-settings.ts'
import { startBackground } from './background/loops.ts'
import type { BoundAddress } from './bind.ts'
import { serveAt } from './listen.ts'
import { migrate, openServices } from './open-services.ts'
import { endOnSignals, startShutdownControl } from './shutdown.ts'

/**
 * Starts the whole service in this process, at an address that is already bound. `embedded` is the embedded server, if it
 * is already starting. If the service can't start, it releases everything and rejects.
 */
export async function startSingle(
  env: Env,
  log: Logger,
  address: BoundAddress,
  embedded?: Promise<EmbeddedServer>,
): Promise<void> {
  try {
    const services = await openServices(env, log, embedded ? { embedded } : {})
    try {
      await migrate(services)
      await auditSettings(services)
      announceSignIn(await ensureFirstAdministrator(services))
      serveSingle(services, address)
    } catch (error) {
      await services.database.close()
      throw error
    }
  } catch (error) {
    await address.release()
    throw error
  }
}

/** Serves requests and runs background tasks until a signal ends the process; returns the port. */
export function serveSingle(services: Services, address: BoundAddress): number {
  const { env, log, database } = services
  const listener = serveAt(address, services)
  const stopBackground = startBackground(services)
  const lifetime = startShutdownControl(log, {
    close: async () => {
      database.announceClose()
      await Promise.all([listener.close(), stopBackground()])
      await services.tracing?.close()
      await database.close()
    },
    cut: listener.cut,
  })
  endOnSignals(lifetime)
  announceReady(env, listener.port, database.embedded?.folder)
  return listener.port
}
