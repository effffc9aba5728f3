import type { Env } from '../env.ts'
import { sharedBoards } from '../fair/shared-boards.ts'
import type { Logger } from '../log.ts'
import { listen } from './http.ts'
import { startLifetime } from './lifetime.ts'
import { openServices } from './parts.ts'
import { sayServing } from './word-of-requests.ts'

/** What the first process tells its workers. */
export const STOP = 'stop'

/**
 * One of several listening processes; the first one has migrated the database. It ends when the first process says
 * so or is gone. A Ctrl-C reaches every process of a terminal and is left to the first one.
 */
export async function serveAsWorker(env: Env, log: Logger): Promise<void> {
  const services = await openServices(env, log, sharedBoards(env.fairShares.boards))
  sayServing(services.pacer)
  const listener = await listen(services)
  const lifetime = startLifetime(log, {
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
