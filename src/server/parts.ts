import { resolve } from 'node:path'
import { openDatabase } from '../database/open.ts'
import type { Services } from '../services.ts'
import type { Env } from '../env.ts'
import type { BoardPlaces } from '../fair/boards.ts'
import type { Logger } from '../log.ts'
import { createServices } from './create-services.ts'
import { reasonOf } from './reason.ts'

/**
 * Opens the database that the settings name and puts the services on it. Throws an Error of one line that names the
 * setting and the place when it cannot be opened.
 */
export async function openServices(env: Env, log: Logger, boards?: BoardPlaces): Promise<Services> {
  const { url, inMemory: _, ...options } = env.database
  try {
    const database = await openDatabase({ ...options, log, ...(url === null ? {} : { url }) })
    return createServices({ env, database, log, ...(boards ? { boards } : {}) })
  } catch (error) {
    throw storageTrouble(env, 'cannot be opened', error)
  }
}

/** Brings the schema up to date. Throws as `openServices` does. */
export async function migrate({ database, env }: Services): Promise<void> {
  try {
    await database.migrate()
  } catch (error) {
    throw storageTrouble(env, 'cannot be brought up to date', error)
  }
}

function storageTrouble({ database }: Env, what: string, cause: unknown): Error {
  const setting = database.url === null ? 'DATA_DIR' : 'DATABASE_URL'
  return new Error(`${setting}: ${storageOf(database)} ${what}: ${reasonOf(cause)}`, { cause })
}

/** Where the data is, for people: a path, or a server without its credentials. */
export function storageOf({ url, dataDir }: Env['database']): string {
  if (url !== null) {
    const { host, pathname } = new URL(url)
    return `the database ${decodeURIComponent(pathname.slice(1)) || 'of its user'} at ${host || 'the local socket'}`
  }
  return dataDir.startsWith('memory:')
    ? 'the embedded database in memory'
    : `the embedded database in ${resolve(dataDir)}`
}
