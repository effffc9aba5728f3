import { serve } from '@hono/node-server'
import { startBackground } from '../src/app/background/loops.ts'
import { createApp } from '../src/app/create-app.ts'
import { createServices } from '../src/app/create-services.ts'
import { readEnv } from '../src/config/env.ts'
import { setFastPath } from '../src/database/fast-path/switch.ts'
import { openDatabase } from '../src/database/open.ts'
import { createLogger } from '../src/telemetry/log.ts'

/**
 * The service without rate limits and request logs, with the settings of BENCH_SETTINGS (JSON). Prints its port for the
 * driver.
 */
const url = process.env['DATABASE_URL'] ?? ''
const settings: Record<string, string> = JSON.parse(process.env['BENCH_SETTINGS'] ?? '{}')
const env = readEnv({ DATABASE_URL: url, RATE_LIMIT_ENABLED: 'false', ...settings })
setFastPath(env.fastPath)
const database = await openDatabase({ url, dataDir: 'memory:', poolSize: 16 })
const log = createLogger({ level: 'error', format: 'json' })
const services = createServices({ env, database, log })
serve({ fetch: createApp(services).fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.send?.(port),
)

/** Starts and stops the background work on messages of the driver. */
let stop: (() => Promise<void>) | null = null
process.on('message', (message) => {
  if (message === 'background') stop ??= startBackground(services)
  else if (message === 'foreground') {
    void stop?.().then(() => process.send?.('foreground'))
    stop = null
  }
})
