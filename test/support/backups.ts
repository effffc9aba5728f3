import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, gunzipSync, gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { writeAtomically } from '../../src/app/backup/backup-file.ts'
import { runCommand } from '../../src/app/backup/run.ts'
import { readEnv } from '../../src/config/env.ts'
import { toLine } from '../../src/database/backup/format.ts'
import { restoreDatabase } from '../../src/database/backup/restore-database.ts'
import { readMigrations } from '../../src/database/backup/schema.ts'
import { runInOneTransaction, runWithoutMigrations } from '../../src/database/backup/session.ts'
import { generateBackup, inspectSource } from '../../src/database/backup/write-backup.ts'
import { createEmptyDatabase, createMigratedDatabase } from './db.ts'
import { bundlePath, createDirectory, startService, type Service, type StartOptions } from './service.ts'

/** The migrations of this version. */
export const knownMigrations = await readMigrations()

/** Rows that fire triggers, a sequence that was advanced, and texts that COPY escapes. */
const FILL = `
  insert into users (name, email, admin) values (E'A\\tb\\\\.\\n\\\\.', 'a@example.org', true), ('Ünï 😀', 'b@example.org', false);
  insert into projects (name) values (E'\\\\.'), ('');
  insert into memberships (user_id, membership_type, project_id, role) select 1, 'Project', id, 'admin' from projects;
  insert into audit_entries (kind, action, auditable_type, auditable_id, actor_type, changes)
    select 'security', 'sign_in', 'User', 1, 'System', jsonb_build_object('n', n) from generate_series(1, 500) n;
  select setval('components_id_seq', 4711);
`

/** A migrated database with rows of many kinds, its backup, and a folder for more backups. */
export interface BackupFixture {
  source: string
  file: string
  newFile: () => string
  remove: () => Promise<void>
}

export async function createBackupFixture(): Promise<BackupFixture> {
  const folder = await createDirectory()
  let files = 0
  const newFile = () => join(folder.path, `${(files += 1)}.backup`)
  const source = await createMigratedDatabase()
  await runStatements(source, FILL)
  const file = newFile()
  await backUp(source, file)
  return { source, file, newFile, remove: folder.remove }
}

/** Sends statements and returns the rows of the last one. */
export async function runStatements(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const answer: unknown = await client.query(text)
    const last: unknown = Array.isArray(answer) ? answer.at(-1) : answer
    return last instanceof Object && 'rows' in last && Array.isArray(last.rows) ? last.rows : []
  } finally {
    await client.end()
  }
}

/** Writes a backup of a database to a file, as the command does. */
export async function backUp(url: string, path: string): Promise<string> {
  await writeAtomically(path, (draft) =>
    runWithoutMigrations(url, () =>
      runInOneTransaction(url, 'isolation level repeatable read, read only', async (client) => {
        const source = await inspectSource(client, knownMigrations, new Date(0))
        await pipeline(
          generateBackup(client, source),
          createGzip(),
          createWriteStream(draft, { flags: 'r+' }),
        )
      }),
    ),
  )
  return path
}

/** The address of an empty database. */
export async function createEmptyDatabaseUrl(): Promise<string> {
  const database = await createEmptyDatabase()
  await database.close()
  return database.url
}

export const restore = (url: string, path: string, replace = false) =>
  restoreDatabase(url, path, knownMigrations, replace)

/** Runs `npm run backup` or `npm run restore` in this process, with these settings. */
export const runBackupCommand = (
  command: 'backup' | 'restore',
  settings: Record<string, string>,
  ...args: string[]
) => runCommand(command, args, () => readEnv(settings))

/** Starts the backup or restore command as a process. */
export function startBackupCommand(
  command: 'backup' | 'restore',
  { cwd, env }: Pick<StartOptions, 'cwd' | 'env'>,
  ...args: string[]
): Service {
  const started = startService({ cwd, env: env ?? {}, script: bundlePath(command), args })
  started.ready.catch(() => undefined)
  return started
}

/** The text of a backup. */
export const readBackupText = async (path: string) => gunzipSync(await readFile(path)).toString('utf8')

/** Writes a changed backup with recalculated digests. */
export async function writeChangedBackup(
  path: string,
  target: string,
  change: (text: string) => string,
): Promise<string> {
  const lines = change(await readBackupText(path)).split(/(?<=\n)/)
  const out: string[] = []
  let table: string[] | null = null
  for (const line of lines) {
    if (line === '\\.\n') out.push(line)
    else if (line.startsWith('{"rows":')) {
      const rows = table ?? []
      out.push(
        toLine({ rows: rows.length, sha256: createHash('sha256').update(rows.join('')).digest('hex') }),
      )
      table = null
    } else if (line.startsWith('{"sha256":')) {
      out.push(toLine({ sha256: createHash('sha256').update(out.join('')).digest('hex') }))
    } else {
      if (line.startsWith('{"table":')) table = []
      else table?.push(line)
      out.push(line)
    }
  }
  await writeFile(target, gzipSync(out.join('')))
  return target
}
