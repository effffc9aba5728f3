import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { serversOf } from '../config/database-address.ts'
import type { Env } from '../config/env.ts'
import type { EmbeddedServer } from '../database/embedded-server/embedded-server.ts'
import { setFastPath } from '../database/fast-path/switch.ts'
import { openDatabase } from '../database/open.ts'
import type { LiveStreamLimits } from '../http/concurrency/live-streams.ts'
import { errorSummary } from '../lib/error-summary.ts'
import type { Services } from '../services.ts'
import type { Logger } from '../telemetry/log.ts'
import { createTracing } from '../telemetry/tracing/tracing.ts'
import { createServices } from './create-services.ts'

export interface ServiceOptions {
  /** Of several workers: where the boards of all of them are counted. */
  boards?: LiveStreamLimits
  /** Of a worker: the address of the embedded server that the first process has started. */
  embeddedUrl?: string | undefined
  /** The embedded server, where it is being started already. */
  embedded?: Promise<EmbeddedServer>
  /** Whether the embedded database may be that of a running service. */
  shared?: boolean
}

/**
 * Opens the database that the settings name and puts the services on it. Throws an Error of one line that names the
 * setting and the place when it cannot be opened.
 */
export async function openServices(
  env: Env,
  log: Logger,
  { boards, embeddedUrl, embedded, shared = false }: ServiceOptions = {},
): Promise<Services> {
  const { url: given, inMemory: _, slowMs: __, ...options } = env.database
  const url = embeddedUrl ?? given
  setFastPath(env.fastPath)
  const tracing = await createTracing(env, log)
  const statements = tracing?.statements ?? null
  try {
    const database = await openDatabase({
      ...options,
      // The first process has a pool too.
      processes: env.http.workers > 1 ? env.http.workers + 1 : 1,
      shared,
      ...(embedded ? { embedded } : {}),
      log,
      statements,
      ...(url === null ? {} : { url }),
    })
    return createServices({ env, database, log, tracing, ...(boards ? { boards } : {}) })
  } catch (error) {
    throw storageProblem(env, 'cannot be opened', error)
  }
}

/** Brings the schema up to date. Throws as `openServices` does. */
export async function migrate({ database, env }: Pick<Services, 'database' | 'env'>): Promise<void> {
  try {
    await database.migrate()
  } catch (error) {
    throw storageProblem(env, 'cannot be brought up to date', error, 'DATABASE_DIRECT_URL')
  }
}

/** Migrations go to the server itself, where that has a setting of its own. */
function storageProblem(
  { database }: Env,
  what: string,
  cause: unknown,
  direct: 'DATABASE_DIRECT_URL' | null = null,
): Error {
  const [setting, place] =
    direct !== null && database.directUrl !== null
      ? [direct, storageOf({ ...database, url: database.directUrl })]
      : [database.url === null ? 'DATA_DIR' : 'DATABASE_URL', storageOf(database)]
  return new Error(`${setting}: ${place} ${what}: ${errorSummary(cause)}`, { cause })
}

/**
 * Where the data is, for people: a path, or a server without its credentials. `folder` is that of the embedded server,
 * which is in another place where its account cannot reach `dataDir`.
 */
export function storageOf({ url, dataDir }: Env['database'], folder: string | null = null): string {
  if (url !== null) {
    const servers = (serversOf(url) ?? [url]).map((server) => new URL(server))
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
