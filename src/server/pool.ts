import { ensureFirstAdministrator } from '../auth/accounts/bootstrap.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { announceReady, announceSignIn } from './announce.ts'
import { startBackground } from './background/loops.ts'
import { gatherForWorkers } from '../metrics/gather.ts'
import { endOnSignals, startLifetime } from './lifetime.ts'
import { bind } from './http.ts'
import { migrate, openServices } from './parts.ts'
import { hearServing } from './word-of-requests.ts'
import { auditSettings } from './settings-audit.ts'
import { prepareWorkbench } from './workbench.ts'
import { Workers } from './workers.ts'

/**
 * The first of several processes: it migrates, does the work beside the requests and looks after the workers, which
 * share one port. Rejects, with everything given back, when they cannot start.
 */
export async function servePool(env: Env, log: Logger): Promise<void> {
  // The workers take the address only after the sign-in was shown: find out before whether they can.
  await (await bind(env.http)).release()
  const services = await openServices(env, log)
  const { database } = services
  gatherForWorkers(services)
  hearServing(services.pacer)
  const workers = new Workers(log, env.fairShares.boards)
  let port: number
  try {
    await migrate(services)
    await auditSettings(services)
    announceSignIn(await ensureFirstAdministrator(services))
    await prepareWorkbench(log)
    port = await workers.start(env.http.workers)
  } catch (error) {
    await database.close()
    throw error
  }
  const stopBackground = startBackground(services)
  const lifetime = startLifetime(log, {
    close: async () => {
      await Promise.all([workers.close(), stopBackground()])
      await services.tracing?.close()
      await database.close()
    },
    cut: () => workers.cut(),
  })
  endOnSignals(lifetime)
  announceReady(env, port)
}
