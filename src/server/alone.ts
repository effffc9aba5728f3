import { ensureFirstAdministrator } from '../auth/accounts/bootstrap.ts'
import type { Services } from '../services.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { announceReady, announceSignIn } from './announce.ts'
import { startBackground } from './background/loops.ts'
import { bind, type BoundAddress } from './http.ts'
import { endOnSignals, startLifetime } from './lifetime.ts'
import { migrate, openServices } from './parts.ts'
import { auditSettings } from './settings-audit.ts'
import { prepareWorkbench } from './workbench.ts'

/**
 * The whole service in this process. The address is taken first, because what comes after it is told only once.
 * Rejects, with everything given back, when it cannot start.
 */
export async function serveAlone(env: Env, log: Logger): Promise<void> {
  const address = await bind(env.http)
  try {
    const services = await openServices(env, log)
    try {
      await migrate(services)
      await auditSettings(services)
      await prepareWorkbench(log)
      announceSignIn(await ensureFirstAdministrator(services))
      serve(services, address)
    } catch (error) {
      await services.database.close()
      throw error
    }
  } catch (error) {
    await address.release()
    throw error
  }
}

/** Serves on top of services whose database is migrated, until a signal ends the process; answers its port. */
export function serve(services: Services, address: BoundAddress): number {
  const { env, log, database } = services
  const listener = address.serve(services)
  const stopBackground = startBackground(services)
  const lifetime = startLifetime(log, {
    close: async () => {
      database.ending()
      await Promise.all([listener.close(), stopBackground()])
      await services.tracing?.close()
      await database.close()
    },
    cut: listener.cut,
  })
  endOnSignals(lifetime)
  announceReady(env, listener.port)
  return listener.port
}
