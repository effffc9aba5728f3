import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../src/database/open.ts'
import { pgBouncerBinary } from './pgbouncer.ts'
import { databaseUrl, DEFAULT_SERVER } from './postgres.ts'
import { prepareBundle } from '../../src/prepare/bundle.ts'
import './database-plan.ts'

/** Migrates one template on the server that the workers clone; drops everything of this run at its end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Once, before many services start at the same time.
  await prepareBundle()
  const server = process.env['TEST_DATABASE_URL'] ?? DEFAULT_SERVER
  const admin = new Client({ connectionString: server, connectionTimeoutMillis: 5000 })
  try {
    await admin.connect()
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    process.stderr.write(`No PostgreSQL answers at ${server} (TEST_DATABASE_URL): ${reason}\n`)
    process.exit(1)
  }
  const template = `rulewright_test_${process.pid}_template`
  await admin.query(`create database ${template}`)
  const database = await openDatabase({ url: databaseUrl(server, template), dataDir: 'memory:' })
  await database.migrate()
  await database.close()
  project.provide('databasePlan', { engine: 'postgresql', server, template })
  return async () => {
    const mine = template.replace('template', '%')
    const { rows } = await admin.query<{ datname: string }>(
      'select datname from pg_database where datname like $1',
      [mine],
    )
    for (const { datname } of rows) await admin.query(`drop database if exists ${datname} with (force)`)
    await admin.end()
    if (pgBouncerBinary() === null) {
      process.stdout.write(
        'Left out: the service behind PgBouncer. Install it, or name its binary in TEST_PGBOUNCER, as .ci/run does.\n',
      )
    }
  }
}
