import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { splitServers } from '../config/database-address.ts'
import type { Env } from '../config/env.ts'
import type { EmbeddedServer } from '../database/embedded-server/embedded-server.ts'
import { setFastPath } from '../database/fast-path/switch.ts'
import { openDatabase } from '../database/open.ts'
import type { LiveStreamLimits } from '../http/concurrency/live-streams.ts'
import { summarizeError } from '../lib/error-summary.ts'
import type { Services } from '../services.ts'
import type { Logger } from '../telemetry/log.ts'
import { createTracing } from '../telemetry/tracing/tracing.ts'
import { createServices } from './create-services.ts'

export interface ServiceOptions {
  /** In a worker: limits that count the live boards of all workers. */
  boards?: LiveStreamLimits
  /** In a worker: the address of the embedded server that the primary process started. */
  embeddedUrl?: string | undefined
  /** The embedded server, if it is already starting. */
  embedded?: Promise<EmbeddedServer>
  /** True if a running service may use the embedded database at the same time. */
  shared?: boolean
}

/**
 * Opens the configured database and creates the services. If that fails, it throws a one-line Error that names the
 * setting and the location.
 */
export async function openServices(
  env: Env,
  log: Logger,
  { boards, embeddedUrl, embedded, shared = false }: ServiceOptions = {},
): Promise<Services> {
  const { url: configuredUrl, inMemory: _, slowMs: __, ...options } = env.database
  const url = embeddedUrl ?? configuredUrl
  setFastPath(env.fastPath)
  const tracing = await createTracing(env, log)
  const statements = tracing?.statements ?? null
  try {
    const database = await openDatabase({
      ...options,
      // The primary process has a pool too.
      processes: env.http.workers > 1 ? env.http.workers + 1 : 1,
      shared,
      ...(embedded ? { embedded } : {}),
      log,
      statements,
      ...(url === null ? {} : { url }),
    })
    return createServices({ env, database, log, tracing, ...(boards ? { boards } : {}) })
  } catch (error) {
    throw createStorageError(env, 'cannot be opened', error)
  }
}

/** Runs the pending migrations. Throws the errors of `openServices`. */
export async function migrate({ database, env }: Pick<Services, 'database' | 'env'>): Promise<void> {
  try {
    await database.migrate()
  } catch (error) {
    throw createStorageError(env, 'cannot be brought up to date', error, 'DATABASE_DIRECT_URL')
  }
}

/** Creates a one-line error that names the setting. Migrations use `DATABASE_DIRECT_URL` if it is set. */
function createStorageError(
  { database }: Env,
  failure: string,
  cause: unknown,
  direct: 'DATABASE_DIRECT_URL' | null = null,
): Error {
  const [setting, location] =
    direct !== null && database.directUrl !== null
      ? [direct, describeStorage({ ...database, url: database.directUrl })]
      : [database.url === null ? 'DATA_DIR' : 'DATABASE_URL', describeStorage(database)]
  return new Error(`${setting}: ${location} ${failure}: ${summarizeError(cause)}`, { cause })
}

/**
 * Describes where the data is: a path, or a server without its credentials. `folder` is that of the embedded server; it
 * differs from `dataDir` if the server's account can't access it.
 */
export function describeStorage({ url, dataDir }: Env['database'], folder: string | null = null): string {
  if (url !== null) {
    const servers = (splitServers(url) ?? [url]).map((server) => new URL(server))
    const hosts = servers.map(({ host }) => host || 'the local socket').join(', ')
    return `the database ${decodeURIComponent(servers[0]?.pathname.slice(1) ?? '') || 'of its user'} at ${hosts}`
  }
  if (dataDir.startsWith('memory:')) return 'the embedded database in a temporary folder'
  const path = resolve(dataDir)
  if (folder === null || dirname(folder) === path || dirname(folder) === realpathSync(path)) {
    return `the embedded database in ${path}`
  }
  return `the embedded database in ${folder}, because its account cannot reach ${path}`
}
