import { fillDemo } from './fill.ts'
import { announceJobs, announcePeople, DEMO_SETTINGS } from './people.ts'
import { readEnv } from '../env.ts'
import { createLogger } from '../log.ts'
import { ensureFirstAdministrator } from '../auth/accounts/bootstrap.ts'
import { serve } from '../server/alone.ts'
import { bind } from '../server/http.ts'
import { addressOf } from '../server/announce.ts'
import { complain } from '../server/complaint.ts'
import { openServices } from '../server/parts.ts'
import { prepareWorkbench } from '../server/workbench.ts'

/** The service on a throw-away database that is full of examples (rule E-22); nothing outlives it. */
try {
  const env = readEnv(undefined, DEMO_SETTINGS)
  const address = await bind(env.http)
  const log = createLogger(env.log)
  const services = await openServices(env, log)
  await services.database.migrate()
  await ensureFirstAdministrator(services)
  await fillDemo(services)
  await prepareWorkbench(log)
  announcePeople()
  announceJobs(addressOf(env.http, serve(services, address)))
} catch (error) {
  complain(error)
  process.exit(1)
}
