import type { TestProject } from 'vitest/node'
import { fillDemo } from '../../../src/app/demo/fill.ts'
import { DEMO_SETTINGS } from '../../../src/app/demo/people.ts'
import { migrate, openServices } from '../../../src/app/open-services.ts'
import { ensureFirstAdministrator } from '../../../src/auth/accounts/bootstrap.ts'
import { readEnv } from '../../../src/config/env.ts'
import { createLogger } from '../../../src/telemetry/log.ts'
import { administer, toDatabaseUrl } from '../../support/postgres.ts'
import { beginRun } from '../../support/test-run.ts'
import { explainMissingChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The name of the database with the demo, which test files copy. */
    demo: string
  }
}

/** Reports missing programs before any test starts, and fills the demo once for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const missing = explainMissingChromium()
  if (missing !== null) {
    process.stderr.write(`${missing}\n`)
    process.exit(1)
  }
  const { server, template, end } = await beginRun(project)
  const demo = template.replace('template', 'demo')
  await administer(server, `create database ${demo} template ${template} strategy file_copy`)
  await fill(toDatabaseUrl(server, demo))
  project.provide('demo', demo)
  return end
}

async function fill(url: string): Promise<void> {
  const env = readEnv({}, { ...DEMO_SETTINGS, DATABASE_URL: url })
  const services = await openServices(env, createLogger(env.log))
  await migrate(services)
  await ensureFirstAdministrator(services)
  await fillDemo(services)
  await services.workers.close()
  await services.database.close()
}
