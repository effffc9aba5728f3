import { hasCluster } from '../database/embedded/embedded.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { openServices, storageOf } from '../server/parts.ts'
import type { Work } from './usage.ts'

/**
 * Opens the database of the settings, does the work and closes it again. Throws an Error of one line when it cannot be
 * opened (the embedded one is held by a running service) or was not brought up to date by a start of the service.
 */
export async function runCommand(env: Env, log: Logger, work: Work): Promise<string> {
  const { database } = env
  if (database.url === null && !hasCluster(database.dataDir)) {
    throw new Error(`${storageOf(database)} is not there: start the service once`)
  }
  const services = await openServices(env, log)
  try {
    if ((await services.database.condition()) !== 'ready') {
      throw new Error(`${storageOf(env.database)} is not up to date: start the service once`)
    }
    return await work(services)
  } finally {
    await services.database.close()
  }
}
