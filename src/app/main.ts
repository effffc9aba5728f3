import cluster from 'node:cluster'
import { loadDotenv, readDotenvSettings } from '../config/dotenv.ts'
import { readEnv, type Env } from '../config/env.ts'
import { findSettingWarnings } from '../config/warnings.ts'
import type { EmbeddedServer } from '../database/embedded-server/embedded-server.ts'
import { createLogger, type Logger } from '../telemetry/log.ts'
import { reportStartupError } from './startup-error.ts'

/** Starts the service (rule E-22). Startup errors are printed without a stack. */
try {
  loadDotenv()
  const env = readEnv()
  const log = createLogger(env.log)
  if (!cluster.isWorker) logWarnings(env, log)
  // Load the server only after the settings are valid: loading takes most of the startup time.
  if (cluster.isWorker) await (await import('./worker.ts')).serveAsWorker(env, log)
  else if (env.http.workers > 1) await (await import('./serve-cluster.ts')).serveCluster(env, log)
  else await startSingleProcess(env, log)
} catch (error) {
  reportStartupError(error)
  process.exit(1)
}

/** Logs settings that are valid but probably mistakes. */
function logWarnings(env: Env, log: Logger): void {
  for (const { setting, message } of findSettingWarnings(env, readDotenvSettings())) {
    log.warn({ setting }, `${setting} ${message}`)
  }
}

/** Binds the address, and loads the server code while the embedded database starts. */
async function startSingleProcess(env: Env, log: Logger): Promise<void> {
  const { bind } = await import('./bind.ts')
  const address = await bind(env.http)
  const embedded = env.database.url === null ? startEmbedded(env, log) : undefined
  // `startSingle` awaits it later and reports its error.
  embedded?.catch(() => undefined)
  const { startSingle } = await import('./serve-single.ts')
  await startSingle(env, log, address, embedded)
}

async function startEmbedded({ database }: Env, log: Logger): Promise<EmbeddedServer> {
  const { startEmbeddedServer } = await import('../database/embedded-server/embedded-server.ts')
  return startEmbeddedServer({ dataDir: database.dataDir, poolSize: database.poolSize, log })
}
