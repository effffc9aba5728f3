import { ensureFirstAdministrator } from '../auth/bootstrap.ts'
import type { Services } from '../context.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { announceReady, announceSignIn } from './announce.ts'
import { startBackground } from './background.ts'
import { listen } from './http.ts'
import { endOnSignals, startLifetime } from './lifetime.ts'
import { openServices } from './parts.ts'
import { auditSettings } from './settings-audit.ts'

/** The whole service in this process. Rejects, with everything given back, when it cannot start. */
export async function serveAlone(env: Env, log: Logger): Promise<void> {
  const services = await openServices(env, log)
  try {
    await services.database.migrate()
    await auditSettings(services)
    announceSignIn(await ensureFirstAdministrator(services))
    await serve(services)
  } catch (error) {
    await services.database.close()
    throw error
  }
}

/** Listens on top of services whose database is migrated, until a signal ends the process. */
export async function serve(services: Services): Promise<void> {
  const { env, log, database } = services
  const listener = await listen(services)
  const stopBackground = startBackground(services)
  const lifetime = startLifetime(log, {
    close: async () => {
      await Promise.all([listener.close(), stopBackground()])
      await database.close()
    },
    cut: listener.cut,
  })
  endOnSignals(lifetime)
  announceReady(env, listener.port)
}
