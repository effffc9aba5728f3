import { ensureFirstAdministrator } from '../../auth/accounts/bootstrap.ts'
import { readEnv } from '../../config/env.ts'
import { createLogger } from '../../telemetry/log.ts'
import { formatAddress } from '../announce.ts'
import { bind } from '../bind.ts'
import { openServices } from '../open-services.ts'
import { serveSingle } from '../serve-single.ts'
import { reportStartupError } from '../startup-error.ts'
import { fillDemo } from './fill.ts'
import { announceJobs, announcePeople, DEMO_SETTINGS } from './people.ts'

/** Starts the service on a temporary database with sample data (rule E-22). */
try {
  const env = readEnv(undefined, DEMO_SETTINGS)
  const address = await bind(env.http)
  const log = createLogger(env.log)
  const services = await openServices(env, log)
  await services.database.migrate()
  await ensureFirstAdministrator(services)
  await fillDemo(services)
  announcePeople()
  announceJobs(formatAddress(env.http, serveSingle(services, address)))
} catch (error) {
  reportStartupError(error)
  process.exit(1)
}
