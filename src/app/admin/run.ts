import type { Env } from '../../config/env.ts'
import { hasDatabase } from '../../database/embedded-server/embedded-server.ts'
import type { Logger } from '../../telemetry/log.ts'
import { openServices, describeStorage } from '../open-services.ts'
import type { CommandAction } from './usage.ts'

/**
 * Runs a command on the configured database; the service may be running. Throws a one-line Error if the database can't
 * be opened, or has pending migrations.
 */
export async function runCommand(env: Env, log: Logger, work: CommandAction): Promise<string> {
  const { database } = env
  if (database.url === null && !hasDatabase(database.dataDir)) {
    throw new Error(`${describeStorage(database)} does not exist: start the service once`)
  }
  const services = await openServices(env, log, { shared: true })
  try {
    if ((await services.database.readCondition()) !== 'ready') {
      throw new Error(`${describeStorage(env.database)} is not up to date: start the service once`)
    }
    return await work(services)
  } finally {
    await services.database.close()
  }
}
