import { openDatabase } from '../database.ts'
import type { Services } from '../context.ts'
import type { Env } from '../env.ts'
import type { Logger } from '../log.ts'
import { createServices } from '../services.ts'

/** Opens the database that the settings name and puts the services on it. Rejects as `openDatabase` does. */
export async function openServices(env: Env, log: Logger): Promise<Services> {
  const { url, replicaUrls, dataDir } = env.database
  const database = await openDatabase({ dataDir, replicaUrls, ...(url === null ? {} : { url }) })
  return createServices({ env, database, log })
}
