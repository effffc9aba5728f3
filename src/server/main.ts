import cluster from 'node:cluster'
import { ThreadedEngine } from '../database/embedded/threaded-engine.ts'
import { readEnv } from '../env.ts'
import { loadDotenv } from '../env/dotenv.ts'
import { createLogger } from '../log.ts'
import { complain } from './complaint.ts'

/** Starts the service (rule E-22). What makes a start impossible is said in one place, without a stack. */
try {
  loadDotenv()
  const env = readEnv()
  const log = createLogger(env.log)
  if (env.database.url === null && !env.database.inMemory) ThreadedEngine.begin()
  // What serves is loaded for settings that can be used: most of a start is loading.
  if (cluster.isWorker) await (await import('./worker.ts')).serveAsWorker(env, log)
  else if (env.http.workers > 1) await (await import('./pool.ts')).servePool(env, log)
  else await (await import('./alone.ts')).serveAlone(env, log)
} catch (error) {
  complain(error)
  process.exit(1)
}
