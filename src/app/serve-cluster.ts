import { ensureFirstAdministrator } from '../auth/accounts/bootstrap.ts'
import type { Env } from '../config/env.ts'
import type { Logger } from '../telemetry/log.ts'
import { announceReady, announceSignIn } from './announce.ts'
import { auditSettings } from './audit-settings.ts'
import { startBackground } from './background/loops.ts'
import { bind } from './bind.ts'
import { collectForWorkers } from './metrics/collect-metrics.ts'
import { migrate, openServices } from './open-services.ts'
import { receiveServingHeartbeats } from './serving-heartbeat.ts'
import { endOnSignals, startShutdownControl } from './shutdown.ts'
import { Workers } from './workers.ts'

/**
 * Runs the primary process: it migrates, runs the background tasks and supervises the workers, which share one port.
 * If they can't start, it releases everything and rejects.
 */
export async function serveCluster(env: Env, log: Logger): Promise<void> {
  // The workers bind the address after the first sign-in was shown, so check first that they can.
  await (await bind(env.http)).release()
  const services = await openServices(env, log)
  const { database } = services
  collectForWorkers(services)
  receiveServingHeartbeats(services.throttle)
  const workers = new Workers(log, env.concurrency.boards, database.embedded?.url)
  let port: number
  try {
    await migrate(services)
    await auditSettings(services)
    announceSignIn(await ensureFirstAdministrator(services))
    port = await workers.start(env.http.workers)
  } catch (error) {
    await database.close()
    throw error
  }
  const stopBackground = startBackground(services)
  const lifetime = startShutdownControl(log, {
    close: async () => {
      database.announceClose()
      await Promise.all([workers.close(), stopBackground()])
      await services.tracing?.close()
      await database.close()
    },
    cut: () => workers.cut(),
  })
  endOnSignals(lifetime)
  announceReady(env, port, database.embedded?.folder)
}
