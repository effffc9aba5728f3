import { ensureFirstAdministrator } from '../auth/bootstrap.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { announceReady, announceSignIn } from './announce.ts'
import { startBackground } from './background.ts'
import { endOnSignals, startLifetime } from './lifetime.ts'
import { openServices } from './parts.ts'
import { auditSettings } from './settings-audit.ts'
import { Workers } from './workers.ts'

/**
 * The first of several processes: it migrates, does the work beside the requests and looks after the workers, which
 * share one port. Rejects, with everything given back, when they cannot start.
 */
export async function servePool(env: Env, log: Logger): Promise<void> {
  const services = await openServices(env, log)
  const { database } = services
  const workers = new Workers(log)
  let port: number
  try {
    await database.migrate()
    await auditSettings(services)
    announceSignIn(await ensureFirstAdministrator(services))
    port = await workers.start(env.http.workers)
  } catch (error) {
    await database.close()
    throw error
  }
  const stopBackground = startBackground(services)
  const lifetime = startLifetime(log, {
    close: async () => {
      await Promise.all([workers.close(), stopBackground()])
      await database.close()
    },
    cut: () => workers.cut(),
  })
  endOnSignals(lifetime)
  announceReady(env, port)
}
