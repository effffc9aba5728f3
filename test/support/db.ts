import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, embeddedDatabase, openDatabase } from '../../src/database.ts'
import { databaseUrl } from './postgres.ts'
import './database-plan.ts'

/**
 * A migrated database of its own for the calling test file, on the engine of the run; close it in `afterAll`.
 * On PostgreSQL it is a clone that `close` drops, and it carries its address as `url`.
 */
export async function testDatabase(): Promise<Database & { url?: string }> {
  const plan = inject('databasePlan')
  if (plan.engine === 'embedded') return embeddedDatabase('memory:', await openAsBlob(plan.dump))
  const name = plan.template.replace('template', randomBytes(6).toString('hex'))
  await administer(plan.server, `create database ${name} template ${plan.template}`)
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
