import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject } from 'vitest'
import { kysely, type Database } from '../../src/database.ts'
import { embeddedDatabase, openDatabase } from '../../src/database/open.ts'
import { databaseUrl } from './postgres.ts'
import './database-plan.ts'
// First of all: a connection keeps the way to send statements that it found when it was opened.
import './statements.ts'

/**
 * A migrated database of its own for the calling test file, on the engine of the run; close it in `afterAll`.
 * On PostgreSQL it is a clone that `close` drops, and it carries its address as `url`.
 */
export async function testDatabase(): Promise<Database & { url?: string }> {
  const plan = inject('databasePlan')
  if (plan.engine === 'embedded') return embeddedDatabase('memory:', plan.dump)
  const name = plan.template.replace('template', randomBytes(6).toString('hex'))
  await administer(plan.server, `create database ${name} template ${plan.template}`)
  // What a crash would take is none of a test's business, and no test waits for the disk.
  await administer(plan.server, `alter database ${name} set synchronous_commit = off`)
  const url = databaseUrl(plan.server, name)
  const database = await openDatabase({ url, dataDir: 'memory:', poolSize: 8 })
  return {
    ...database,
    url,
    close: async () => {
      await database.close()
      await administer(plan.server, `drop database ${name} with (force)`)
    },
  }
}

/** As often as vacuum may find rows that somebody's older look at the database keeps from being seen by all. */
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

/** The engine of the run. */
export function testEngine(): Database['engine'] {
  return inject('databasePlan').engine
}

/** An empty, not yet migrated database on the engine of the run. */
export async function emptyDatabase(): Promise<Database & { url?: string }> {
  const plan = inject('databasePlan')
  if (plan.engine === 'embedded') return embeddedDatabase('memory:')
  const name = plan.template.replace('template', randomBytes(6).toString('hex'))
  await administer(plan.server, `create database ${name}`)
  const url = databaseUrl(plan.server, name)
  return { ...(await openDatabase({ url, dataDir: 'memory:' })), url }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
