import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import { z } from 'zod'
import { createApp } from '../../src/app/create-app.ts'
import { createServices } from '../../src/app/create-services.ts'
import { startSession } from '../../src/auth/sessions/session.ts'
import { readEnv } from '../../src/config/env.ts'
import { type Queries } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { createLogger } from '../../src/telemetry/log.ts'
import { createDatabase } from '../support/own-database.ts'

/** The service and credentials for requests in one project. */
export interface AuthoringRequest {
  app: { request: (path: string, init: RequestInit) => Response | Promise<Response> }
  headers: { cookie: string }
  project: number
}

/** The service in this process on a database of its own, and a project of a system administrator. */
export interface AuthoringBench {
  app: Hono
  db: Queries
  /** Carries the administrator's session. */
  headers: { cookie: string }
  project: number
  /** Resolves when background work is done. */
  settled: () => Promise<void>
  close: () => Promise<void>
}

export async function createAuthoringBench(): Promise<AuthoringBench> {
  const ownDatabase = await createDatabase()
  const database = await openDatabase({ url: ownDatabase.url, dataDir: 'memory:' })
  const close = async () => {
    await database.close()
    await ownDatabase.drop()
  }
  try {
    await database.migrate()
    const env = readEnv({ DATA_DIR: 'memory:', RATE_LIMIT_ENABLED: 'false' })
    const log = createLogger({ level: 'silent', format: 'json' })
    const services = createServices({ env, database, log })
    const app = createApp(services)
    const db = database.queries
    const { id: userId } = await db
      .insertInto('users')
      .values({
        name: 'Bench',
        email: 'bench@example.org',
        admin: true,
        confirmed_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = { userId, authMethod: 'local', remember: false, address: null, userAgent: null }
    const secret = await database.orm.em
      .fork()
      .transactional((em) => startSession(em, env, session, new Date()))
    const { id: project } = await db
      .insertInto('projects')
      .values({ name: 'Bench' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const headers = { cookie: `${env.service.sessionCookie}=${secret}` }
    return { app, db, headers, project, settled: () => services.indexer.catchUp(), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Creates an SRG with this many rules and texts of realistic length. */
export async function createGuide(db: Queries, rules: number): Promise<number> {
  const { id } = await db
    .insertInto('srgs')
    .values({ srg_id: `Bench_${rules}`, title: `Bench ${rules}`, version: 'V1R1' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into srg_rules (srg_id, rule_id, version, title, ident, fixtext, vuln_discussion, check_content)
    select ${id}::integer, 'SV-' || n, 'SRG-OS-' || lpad(n::text, 6, '0'), 'Requirement ' || n, 'CCI-000366',
      repeat('Configure the system. ', 10), repeat('It matters a lot. ', 40), repeat('Look at the setting. ', 20)
    from generate_series(1, ${rules}::integer) n`.execute(db)
  await sql`analyze srg_rules`.execute(db)
  return id
}

/** Creates a component of the guide through the service; throws if that fails. */
export async function createComponent(
  { app, headers, project }: AuthoringRequest,
  srg: number,
): Promise<number> {
  const component = {
    name: `Bench ${randomBytes(4).toString('hex')}`,
    prefix: 'BNCH-01',
    title: 'Bench',
    security_requirements_guide_id: srg,
  }
  const answer = await app.request(`/projects/${project}/components`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ component }),
  })
  return z.object({ component: z.object({ id: z.number() }) }).parse(await answer.json()).component.id
}

/** Runs `work` and returns its duration in milliseconds. */
export async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Prints one line of the report. */
export function printLine(size: number | string, label: string, milliseconds: number, more: string): void {
  const time = `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`
  console.log(`${String(size).padStart(6)}  ${label.padEnd(20)} ${time.padStart(9)}  ${more}`)
}
