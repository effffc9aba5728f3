import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { readEnv } from './env.ts'
import { createLogger } from './log.ts'
import { serveAlone } from './server/alone.ts'
import { complain } from './server/announce.ts'
import { servePool } from './server/pool.ts'
import { serveAsWorker } from './server/worker.ts'

const DOTENV = '.env'

/** Starts the service (rule E-22). What makes a start impossible is said in one place, without a stack. */
try {
  if (existsSync(DOTENV)) process.loadEnvFile(DOTENV)
  const env = readEnv()
  const log = createLogger(env.log)
  if (cluster.isWorker) await serveAsWorker(env, log)
  else if (env.http.workers > 1) await servePool(env, log)
  else await serveAlone(env, log)
} catch (error) {
  complain(error)
  process.exit(1)
}
