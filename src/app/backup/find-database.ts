import { splitServers } from '../../config/database-address.ts'
import type { Env } from '../../config/env.ts'
import { UnreachableError } from '../../database/backup/session.ts'
import { hasDatabase, reachEmbeddedServer } from '../../database/embedded-server/embedded-server.ts'
import { findWritable } from '../../database/server/servers.ts'
import { summarizeError } from '../../lib/error-summary.ts'
import { describeStorage } from '../open-services.ts'

interface DatabaseOptions {
  /** True to create an embedded database that does not exist. */
  create: boolean
}

/**
 * Runs `work` with the connection URL of the configured database: a server, or the embedded database, which a running
 * service may be using.
 */
export async function withDatabase<T>(
  database: Env['database'],
  { create }: DatabaseOptions,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const url = database.directUrl ?? database.url
  const setting = findSettingName(database)
  const storage = describeStorage({ ...database, url })
  try {
    if (url !== null) return await work(await findDatabase(splitServers(url) ?? [url]))
    if (!create && !hasDatabase(database.dataDir)) {
      throwUnreachable('it does not exist: start the service once')
    }
    const server = await reachEmbeddedServer({ dataDir: database.dataDir, log: null }).catch(throwUnreachable)
    try {
      return await work(server.url)
    } finally {
      await server.stop()
    }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    throw new Error(`${setting}: ${storage} cannot be opened: ${summarizeError(error.cause)}`, {
      cause: error,
    })
  }
}

function findSettingName({ url, directUrl }: Env['database']): string {
  if (directUrl !== null) return 'DATABASE_DIRECT_URL'
  return url === null ? 'DATA_DIR' : 'DATABASE_URL'
}

function findDatabase(servers: readonly string[]): Promise<string> {
  return findWritable(servers).catch(throwUnreachable)
}

function throwUnreachable(cause: unknown): never {
  throw new UnreachableError('the database does not answer', { cause })
}
