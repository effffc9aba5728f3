import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/database/open.ts'
import { buildIfStale } from '../../src/launch.ts'
import type { DatabasePlan } from './database-plan.ts'
import { toDatabaseUrl } from './postgres.ts'
import { startTestServer } from './test-server.ts'

interface TestRun extends DatabasePlan {
  /** Drops all databases of the run. */
  end: () => Promise<void>
}

/**
 * Starts a PostgreSQL server, or connects to TEST_DATABASE_URL, and creates a migrated template database, which test
 * files copy.
 */
export async function beginRun(project: TestProject): Promise<TestRun> {
  // Done once, before many services start at the same time.
  buildIfStale(['service'])
  const configured = process.env['TEST_DATABASE_URL']
  const testServer = configured === undefined ? await startTestServer() : null
  const server = configured ?? testServer?.url ?? ''
  const admin = await connectAdmin(server)
  const template = `rulewright_test_${process.pid}_template`
  await admin.query(`create database ${template}`)
  const database = await openDatabase({ url: toDatabaseUrl(server, template), dataDir: 'memory:' })
  await database.migrate()
  await database.close()
  project.provide('databasePlan', { server, template })
  return {
    server,
    template,
    end: async () => {
      if (testServer === null) await dropAll(admin, template.replace('template', '%'))
      await admin.end()
      await testServer?.stop()
    },
  }
}

/** Connects to the server; ends the run with one line if it does not answer. */
async function connectAdmin(server: string): Promise<Client> {
  const admin = new Client({ connectionString: server, connectionTimeoutMillis: 5000 })
  // The server may stop before the connection is closed.
  admin.on('error', () => undefined)
  try {
    await admin.connect()
    return admin
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    process.stderr.write(`No PostgreSQL answers at TEST_DATABASE_URL: ${reason}\n`)
    process.exit(1)
  }
}

async function dropAll(admin: Client, pattern: string): Promise<void> {
  const { rows } = await admin.query<{ datname: string }>(
    'select datname from pg_database where datname like $1',
    [pattern],
  )
  for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
}
