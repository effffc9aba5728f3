import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureFirstAdministrator } from '../../../src/auth/accounts/bootstrap.ts'
import { fillDemo } from '../../../src/demo/fill.ts'
import { DEMO_SETTINGS } from '../../../src/demo/people.ts'
import { readEnv } from '../../../src/env.ts'
import { createLogger } from '../../../src/log.ts'
import { prepareBundle } from '../../../src/prepare/bundle.ts'
import { migrate, openServices } from '../../../src/server/parts.ts'
import { missingChromium } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data directory that is full of examples, for files to copy. */
    demo: string
  }
}

/** Says in one line what is missing, before any test begins; fills the demo once for all files. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const missing = missingChromium()
  if (missing !== null) {
    process.stderr.write(`${missing}\n`)
    process.exit(1)
  }
  await prepareBundle()
  const folder = await mkdtemp(join(tmpdir(), 'rulewright-demo-'))
  const env = readEnv({}, { ...DEMO_SETTINGS, DATA_DIR: folder })
  const services = await openServices(env, createLogger(env.log))
  await migrate(services)
  await ensureFirstAdministrator(services)
  await fillDemo(services)
  await services.computing.close()
  await services.database.close()
  project.provide('demo', folder)
  return () => rm(folder, { recursive: true, force: true })
}
