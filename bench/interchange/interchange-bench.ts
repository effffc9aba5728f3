import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Queries } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createDirectory, startService } from '../../test/support/service.ts'
import type { AuthoringRequest } from '../authoring/authoring-bench.ts'
import { createDatabase } from '../support/own-database.ts'

const EMAIL = 'bench@example.org'
const PASSWORD = 'Correct-Horse-42-Battery-17'

/** The service in its own process with its own database. */
export interface InterchangeBench extends Omit<AuthoringRequest, 'project'> {
  base: string
  pid: number
  db: Queries
  /** The median, 99th percentile and maximum delay of the event loop since the previous call. */
  loopHeld: () => Promise<string[]>
  close: () => Promise<void>
}

export async function createInterchangeBench(): Promise<InterchangeBench> {
  const ownDatabase = await createDatabase()
  const directory = await createDirectory()
  const env = {
    DATABASE_URL: ownDatabase.url,
    BOOTSTRAP_ADMIN_EMAIL: EMAIL,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_ENABLED: 'false',
    LOG_LEVEL: 'error',
    ...(process.env['SERVICE_OPTIONS'] ? { NODE_OPTIONS: process.env['SERVICE_OPTIONS'] } : {}),
  }
  const preload = new URL('loop-delay.ts', import.meta.url).href
  const service = startService({ cwd: directory.path, env, preload })
  const database = await openDatabase({ url: ownDatabase.url, dataDir: 'memory:' })
  const close = async () => {
    await database.close()
    await service.stop()
    process.stderr.write(service.stderr())
    await directory.remove()
    await ownDatabase.drop()
  }
  try {
    const base = await service.ready
    const login = await fetch(`${base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
    })
    const cookie = z.string().parse(login.headers.getSetCookie()[0]?.split(';')[0])
    const app = { request: (path: string, init: RequestInit) => fetch(base + path, init) }
    let reported = 0
    const readLoopDelay = async () => {
      const listReports = () => [...service.stdout().matchAll(/loop held (.*)\n/g)]
      service.process.kill('SIGUSR2')
      while (listReports().length === reported) await setTimeout(5)
      reported += 1
      return listReports()[reported - 1]?.[1]?.split(' ') ?? []
    }
    return {
      loopHeld: readLoopDelay,
      base,
      pid: service.process.pid ?? 0,
      db: database.queries,
      app,
      headers: { cookie },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
