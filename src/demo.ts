import { fillDemo } from './demo/fill.ts'
import { announceDemo, DEMO_SETTINGS } from './demo/people.ts'
import { readEnv } from './env.ts'
import { createLogger } from './log.ts'
import { ensureFirstAdministrator } from './auth/bootstrap.ts'
import { serve } from './server/alone.ts'
import { complain } from './server/announce.ts'
import { openServices } from './server/parts.ts'

/** The service on a throw-away database that is full of examples (contract, "Commands"); nothing outlives it. */
try {
  const env = readEnv(undefined, DEMO_SETTINGS)
  const services = await openServices(env, createLogger(env.log))
  await services.database.migrate()
  await ensureFirstAdministrator(services)
  await fillDemo(services)
  announceDemo()
  await serve(services)
} catch (error) {
  complain(error)
  process.exit(1)
}
