import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { kysely, type Database } from '../../src/database/database.ts'
import { openDatabase } from '../../src/database/open.ts'
import { administer, databaseUrl } from './postgres.ts'
import './database-plan.ts'
// Before a connection is opened: it keeps the way to send statements that it found then.
import './statements.ts'

/** A database of the run, with its address. */
export type TestDatabase = Database & { url: string }

/** A migrated database of its own for the calling test file; close it in `afterAll`, which drops it. */
export async function testDatabase(): Promise<TestDatabase> {
  const { server } = inject('databasePlan')
  const url = await migratedDatabase()
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

/** The address of a new migrated database, or a copy of another `template`, which the end of the run drops. */
export function migratedDatabase(template = inject('databasePlan').template): Promise<string> {
  return created(`template ${template}`)
}

/** An empty, not yet migrated database, which the end of the run drops. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const url = await created('')
  return { ...(await openDatabase({ url, dataDir: 'memory:' })), url }
}

async function created(options: string): Promise<string> {
  const { server, template } = inject('databasePlan')
  const name = template.replace('template', randomBytes(6).toString('hex'))
  await administer(
    server,
    `create database ${name} ${options}`,
    // What a crash would take matters to no test, and none waits for the disk of another server.
    `alter database ${name} set synchronous_commit = off`,
  )
  return databaseUrl(server, name)
}

/** As often as vacuum may find rows that an older snapshot keeps from being visible to all. */
const VACUUMS = 100

/** Has the server look at all rows for its plans. A commit that reaches the disk comes first: vacuum trusts no other. */
export async function vacuumed({ orm, queries }: Database): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await sql`set local synchronous_commit = on`.execute(kysely(em))
    await sql`select pg_current_xact_id()`.execute(kysely(em))
  })
  for (let time = 0; time < VACUUMS; time += 1) {
    await sql`vacuum analyze`.execute(queries)
    const { rows } = await sql`select from pg_class where relkind = 'r' and relpages > 10
      and relnamespace = 'public'::regnamespace and relallvisible < relpages * 0.9`.execute(queries)
    if (rows.length === 0) return
  }
  throw new Error('the rows never became visible to all')
}
