import { readInheritedEnvironment, type Env } from '../config/env.ts'
import { createWorkerLiveStreamLimits } from '../http/concurrency/worker-live-streams.ts'
import type { Logger } from '../telemetry/log.ts'
import { listen } from './listen.ts'
import { openServices } from './open-services.ts'
import { sendServingHeartbeat } from './serving-heartbeat.ts'
import { startShutdownControl } from './shutdown.ts'

/** The message with which the primary process stops its workers. */
export const STOP = 'stop'
/** The variable in which the primary process passes the address of the embedded server to its workers. */
export const EMBEDDED_URL = 'RULEWRIGHT_EMBEDDED_URL'

/**
 * Runs a worker process. It stops when the primary process, which has migrated the database, sends `STOP` or exits.
 * Workers ignore SIGINT: Ctrl-C reaches every process of a terminal, and the primary handles it.
 */
export async function serveAsWorker(env: Env, log: Logger): Promise<void> {
  const services = await openServices(env, log, {
    boards: createWorkerLiveStreamLimits(env.concurrency.boards),
    embeddedUrl: readInheritedEnvironment()[EMBEDDED_URL],
  })
  sendServingHeartbeat(services.throttle)
  const listener = await listen(services)
  const lifetime = startShutdownControl(log, {
    close: async () => {
      await listener.close()
      await services.tracing?.close()
      await services.database.close()
    },
    cut: listener.cut,
  })
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => lifetime.end(0, 'SIGTERM'))
  process.on('disconnect', () => lifetime.end(0, 'the primary process exited'))
  process.on('message', (message) => {
    if (message === STOP) lifetime.end(0, 'stopped by the primary process')
  })
}
