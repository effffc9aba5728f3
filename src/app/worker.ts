import { inheritedEnvironment, type Env } from '../config/env.ts'
import { liveStreamsOfWorkers } from '../http/concurrency/live-streams-of-workers.ts'
import type { Logger } from '../telemetry/log.ts'
import { listen } from './listen.ts'
import { openServices } from './open-services.ts'
import { sendServingHeartbeat } from './serving-heartbeat.ts'
import { startShutdownControl } from './shutdown.ts'

/** What the first process tells its workers. */
export const STOP = 'stop'
/** The variable with the address of the embedded server, which the first process sets for its workers. */
export const EMBEDDED_URL = 'RULEWRIGHT_EMBEDDED_URL'

/**
 * One of several listening processes; the first one has migrated the database. It ends when the first process says
 * so or is gone. A Ctrl-C reaches every process of a terminal and is left to the first one.
 */
export async function serveAsWorker(env: Env, log: Logger): Promise<void> {
  const services = await openServices(env, log, {
    boards: liveStreamsOfWorkers(env.fairShares.boards),
    embeddedUrl: inheritedEnvironment()[EMBEDDED_URL],
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
  process.on('disconnect', () => lifetime.end(0, 'the first process is gone'))
  process.on('message', (message) => {
    if (message === STOP) lifetime.end(0, 'told to stop')
  })
}
