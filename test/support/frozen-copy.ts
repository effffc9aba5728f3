import { Client } from 'pg'
import { createEmptyDatabase } from './db.ts'

const TABLES = `select quote_ident(tablename) as name from pg_tables
  where schemaname = 'public' and tablename not like 'mikro_orm%'`

/**
 * Copies the database at `url`, as a replica that lags behind from now on; returns its address. The end of the run drops
 * it. The server's user must be a superuser.
 */
export async function createFrozenCopy(url: string): Promise<string> {
  const empty = await createEmptyDatabase()
  await empty.migrate()
  await empty.close()
  const copy = empty.url ?? ''
  const source = new Client({ connectionString: url })
  const destination = new Client({ connectionString: copy })
  await Promise.all([source.connect(), destination.connect()])
  try {
    // Without foreign keys and triggers, because the rows are valid already.
    await destination.query('set session_replication_role = replica')
    const { rows: tables } = await source.query<{ name: string }>(TABLES)
    for (const { name } of tables) {
      const { rows } = await source.query<{ all: string }>(
        `select coalesce(json_agg(t), '[]')::text as all from ${name} t`,
      )
      await destination.query(`delete from ${name}`)
      await destination.query(
        `insert into ${name} overriding system value
        select * from json_populate_recordset(null::${name}, $1::json)`,
        [rows[0]?.all],
      )
    }
  } finally {
    await Promise.all([source.end(), destination.end()])
  }
  return copy
}
