import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { toKysely, type Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { administer, toDatabaseUrl } from './postgres.ts'
import './database-plan.ts'
// Imported before a connection is opened, because a connection keeps the query function of that moment.
import './statements.ts'

/** A database of the test run, with its address. */
export type TestDatabase = Database & { url: string }

/** Creates a migrated database for the calling test file. Close it in `afterAll`, which drops it. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const { server } = inject('databasePlan')
  const url = await createMigratedDatabase()
  const database = await openDatabase({ url, dataDir: 'memory:', poolSize: 8 })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await administer(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`)
    },
  }
}

/** Creates a migrated database, or a copy of another `template`; returns its address. The end of the run drops it. */
export function createMigratedDatabase(template = inject('databasePlan').template): Promise<string> {
  // Copies files instead of writing all pages to the WAL, which takes a third of the time.
  return createDatabase(`template ${template} strategy file_copy`)
}

/** Creates an empty database without migrations. The end of the run drops it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const url = await createDatabase('')
  return { ...(await openDatabase({ url, dataDir: 'memory:' })), url }
}

async function createDatabase(options: string): Promise<string> {
  const { server, template } = inject('databasePlan')
  const name = template.replace('template', randomBytes(6).toString('hex'))
  await administer(
    server,
    `create database ${name} ${options}`,
    // No test depends on data after a crash, and asynchronous commits are faster.
    `alter database ${name} set synchronous_commit = off`,
  )
  return toDatabaseUrl(server, name)
}

/** The number of vacuum attempts while older snapshots keep rows from being all-visible. */
const VACUUMS = 100

/** Runs vacuum and analyze on all tables, after a synchronous commit, because vacuum ignores unflushed ones. */
export async function vacuumAndAnalyze({ orm, queries }: Database): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await sql`set local synchronous_commit = on`.execute(toKysely(em))
    await sql`select pg_current_xact_id()`.execute(toKysely(em))
  })
  for (let time = 0; time < VACUUMS; time += 1) {
    await sql`vacuum analyze`.execute(queries)
    const { rows } = await sql`select from pg_class where relkind = 'r' and relpages > 10
      and relnamespace = 'public'::regnamespace and relallvisible < relpages * 0.9`.execute(queries)
    if (rows.length === 0) return
  }
  throw new Error('the rows never became visible to all')
}
