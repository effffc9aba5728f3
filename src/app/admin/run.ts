import type { Env } from '../../config/env.ts'
import { hasDatabase } from '../../database/embedded-server/embedded-server.ts'
import type { Logger } from '../../telemetry/log.ts'
import { openServices, storageOf } from '../open-services.ts'
import type { CommandAction } from './usage.ts'

/**
 * Opens the database of the settings, does the work and closes it again; the service may be running. Throws an Error of
 * one line when it cannot be opened, or was not brought up to date by a start of the service.
 */
export async function runCommand(env: Env, log: Logger, work: CommandAction): Promise<string> {
  const { database } = env
  if (database.url === null && !hasDatabase(database.dataDir)) {
    throw new Error(`${storageOf(database)} is not there: start the service once`)
  }
  const services = await openServices(env, log, { shared: true })
  try {
    if ((await services.database.condition()) !== 'ready') {
      throw new Error(`${storageOf(env.database)} is not up to date: start the service once`)
    }
    return await work(services)
  } finally {
    await services.database.close()
  }
}
