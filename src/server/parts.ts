import { resolve } from 'node:path'
import { openDatabase } from '../database/open.ts'
import { serversOf } from '../database/server/address.ts'
import type { Services } from '../services.ts'
import type { Env } from '../env.ts'
import type { BoardPlaces } from '../fair/boards.ts'
import type { Logger } from '../log.ts'
import { createTracing } from '../tracing/tracing.ts'
import { createServices } from './create-services.ts'
import { reasonOf } from './reason.ts'

/**
 * Opens the database that the settings name and puts the services on it. Throws an Error of one line that names the
 * setting and the place when it cannot be opened.
 */
export async function openServices(env: Env, log: Logger, boards?: BoardPlaces): Promise<Services> {
  const { url, inMemory: _, slowMs: __, ...options } = env.database
  const tracing = createTracing(env, log)
  const statements = tracing?.statements ?? null
  try {
    const database = await openDatabase({ ...options, log, statements, ...(url === null ? {} : { url }) })
    return createServices({ env, database, log, tracing, ...(boards ? { boards } : {}) })
  } catch (error) {
    throw storageTrouble(env, 'cannot be opened', error)
  }
}

/** Brings the schema up to date. Throws as `openServices` does. */
export async function migrate({ database, env }: Services): Promise<void> {
  try {
    await database.migrate()
  } catch (error) {
    throw storageTrouble(env, 'cannot be brought up to date', error, 'DATABASE_DIRECT_URL')
  }
}

/** Migrations go to the server itself, where that has a setting of its own. */
function storageTrouble(
  { database }: Env,
  what: string,
  cause: unknown,
  direct: 'DATABASE_DIRECT_URL' | null = null,
): Error {
  const [setting, place] =
    direct !== null && database.directUrl !== null
      ? [direct, storageOf({ ...database, url: database.directUrl })]
      : [database.url === null ? 'DATA_DIR' : 'DATABASE_URL', storageOf(database)]
  return new Error(`${setting}: ${place} ${what}: ${reasonOf(cause)}`, { cause })
}

/** Where the data is, for people: a path, or a server without its credentials. */
export function storageOf({ url, dataDir }: Env['database']): string {
  if (url !== null) {
    const servers = (serversOf(url) ?? [url]).map((server) => new URL(server))
    const hosts = servers.map(({ host }) => host || 'the local socket').join(', ')
    return `the database ${decodeURIComponent(servers[0]?.pathname.slice(1) ?? '') || 'of its user'} at ${hosts}`
  }
  return dataDir.startsWith('memory:')
    ? 'the embedded database in memory'
    : `the embedded database in ${resolve(dataDir)}`
}
