import { once } from 'node:events'
import { sql } from 'kysely'
import { openDatabase } from '../database/open.ts'
import { MIGRATION_LOCK } from '../database/server/server.ts'
import { UNLIMITED } from '../database/server/limits.ts'
import { writeWhole } from './file.ts'
import { assertPrograms, printed, reached, start } from './programs.ts'
import { assertKnown } from './schema.ts'

/** What a server holds, and who else is there. */
export interface Found {
  major: number
  tables: number
  others: number
}

/** Writes the database at `url` into a file of `pg_dump`'s own format, as it is at one moment; the service may run. */
export async function backUpServer(url: string, { major, tables }: Found, file: string): Promise<void> {
  if (tables === 0) throw new Error('the database is empty: start the service once')
  await assertPrograms(['pg_dump'], major)
  const reach = reached(url)
  await writeWhole(file, async (draft) => {
    const given = ['--format=custom', '--no-owner', '--no-privileges', '--no-comments', '--schema=public']
    given.push('--extension=pg_trgm', '--extension=btree_gin')
    await printed('pg_dump', [...given, `--file=${draft}`, `--dbname=${reach.address}`], reach)
  })
}

/**
 * Puts what a backup holds into the database at `url`, which must be empty unless `replace`, and which nobody else may
 * be connected to. All of it is one transaction, whose end is sent when everything before it was: whoever is killed on
 * the way has changed nothing. Throws an Error of one line, with everything as it was.
 */
export async function restoreServer(
  url: string,
  { major, tables, others }: Found,
  file: string,
  replace: boolean,
): Promise<void> {
  if (tables > 0 && !replace)
    throw new Error('the database is not empty; to give up what it holds, say --replace')
  if (others > 0) throw new Error(`${others} others are connected to the database; stop the service first`)
  await assertPrograms(['pg_restore', 'psql'], major)
  const reach = reached(url)
  assertKnown(file, await migrationsOf(file, reach).catch(damaged(file)))
  const session = start('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', reach.address], reach)
  session.child.stdout.resume()
  const script = start('pg_restore', ['--no-owner', '--no-privileges', '-f', '-', file], reach)
  script.child.stdin.end()
  // An index that a migration makes concurrently waits for this statement, which waits for the migration.
  session.child.stdin.write(`begin;
    set local lock_timeout = '1min';
    select pg_advisory_xact_lock(${MIGRATION_LOCK}) \\g /dev/null
    set local lock_timeout = 0;
    drop schema public cascade;\n`)
  try {
    script.child.stdout.pipe(session.child.stdin, { end: false })
    const sent = once(script.child.stdout, 'end')
    await Promise.race([
      Promise.all([script.ended.catch(damaged(file)), sent]),
      session.ended.then(() => Promise.reject(new Error('psql ended too early'))),
    ])
    session.child.stdin.end('\ngrant usage on schema public to public;\ncommit;\n')
    await session.ended
  } catch (error) {
    script.child.kill()
    session.child.stdin.destroy()
    session.child.kill()
    throw error
  }
}

/** Throws the driver's error when the server does not answer. */
export async function lookInto(url: string): Promise<Found> {
  const database = await openDatabase({ url, dataDir: 'memory:', poolSize: 2, limits: UNLIMITED })
  try {
    const { rows } = await sql<Found>`
      select current_setting('server_version_num')::integer / 10000 as major,
        (select count(*)::integer from pg_tables where schemaname = 'public') as tables,
        (select count(*)::integer from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend') as others
    `.execute(database.queries)
    const [found = { major: 0, tables: 0, others: 0 }] = rows
    return found
  } finally {
    await database.close()
  }
}

/** `pg_restore` without a database has only the file to complain of. */
const damaged = (file: string) => (cause: unknown) => {
  throw new Error(`${file} is damaged: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
}

/** The migrations that a dump holds, read without a database. */
async function migrationsOf(file: string, reach: ReturnType<typeof reached>): Promise<string[]> {
  const script = await printed(
    'pg_restore',
    ['--data-only', '--table=mikro_orm_migrations', '-f', '-', file],
    reach,
  )
  return Array.from(script.matchAll(/\t(Migration\d+\w*)/g), ([, name = '']) => name)
}
