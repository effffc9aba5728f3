import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { loadDotenv } from '../../config/dotenv.ts'
import { readEnv, type Env } from '../../config/env.ts'
import { BackupProblem } from '../../database/backup/read-backup.ts'
import { checkBackup, restoreDatabase } from '../../database/backup/restore-database.ts'
import { readMigrations } from '../../database/backup/schema.ts'
import { runInOneTransaction, runWithoutMigrations } from '../../database/backup/session.ts'
import { generateBackup, inspectSource } from '../../database/backup/write-backup.ts'
import { summarizeError } from '../../lib/error-summary.ts'
import { hasHelpFlag } from '../../lib/help-flag.ts'
import { describeStorage } from '../open-services.ts'
import { toFileError, writeAtomically } from './backup-file.ts'
import { withDatabase } from './find-database.ts'

const WRONG_USAGE = 2
const USAGE = {
  backup: 'Usage: npm run backup -- FILE\nBacks up the database into a new file; the service may be running.',
  restore:
    'Usage: npm run restore -- FILE [--replace]\nRestores a backup into an empty database; --replace deletes what the database contains.',
}

/** The exit code of a command and the line that it prints. */
export interface CommandResult {
  code: number
  line: string
}

/** Runs `npm run backup` or `npm run restore`, and prints one line with the result or the error. */
export async function run(command: 'backup' | 'restore', args: readonly string[]): Promise<void> {
  const { code, line } = await runCommand(command, args, () => {
    loadDotenv()
    return readEnv()
  })
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(`${line}\n`)
  process.exitCode = code
}

/** Runs one of the two commands. An error, including one of `readSettings`, becomes the line. */
export async function runCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  readSettings: () => Env,
): Promise<CommandResult> {
  if (hasHelpFlag(args)) return { code: 0, line: USAGE[name] }
  const command = parseCommand(name, args)
  if (!command) return { code: WRONG_USAGE, line: USAGE[name] }
  try {
    const { database } = readSettings()
    if (database.inMemory) throw new Error('DATA_DIR: a database in memory has no backups')
    const line = await (name === 'backup' ? backUp(database, command.file) : restore(database, command))
    return { code: 0, line }
  } catch (error) {
    return { code: 1, line: summarizeError(error) }
  }
}

interface Command {
  file: string
  replace: boolean
}

function parseCommand(command: 'backup' | 'restore', args: readonly string[]): Command | null {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: command === 'restore' ? { replace: { type: 'boolean' } } : {},
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) return null
    return { file, replace: 'replace' in values && values.replace === true }
  } catch {
    return null
  }
}

/** Writes a snapshot of the database into a new file; the service may be running. */
async function backUp(database: Env['database'], file: string): Promise<string> {
  const migrations = await readMigrations()
  let foreign: string[] = []
  await withDatabase(database, { create: false }, (url) =>
    writeAtomically(file, (draft) =>
      runWithoutMigrations(url, () =>
        runInOneTransaction(url, 'isolation level repeatable read, read only', async (client) => {
          const source = await inspectSource(client, migrations, new Date())
          foreign = source.foreign
          await pipeline(
            generateBackup(client, source),
            createGzip(),
            createWriteStream(draft, { flags: 'r+' }),
          )
        }),
      ),
    ),
  )
  const remaining =
    foreign.length === 0 ? '' : ` Skipped, because the service did not create them: ${foreign.join(', ')}.`
  return `Backed up ${describeStorage(database)} to ${file}.${remaining}`
}

async function restore(database: Env['database'], { file, replace }: Command): Promise<string> {
  const migrations = await readMigrations()
  try {
    // Check the file before anything is created.
    await checkBackup(file, migrations)
    const { tables, rows } = await withDatabase(database, { create: true }, (url) =>
      restoreDatabase(url, file, migrations, replace),
    )
    return `Restored ${describeStorage(database)} from ${file} (${tables} tables, ${rows} rows). The next start migrates it if needed.`
  } catch (error) {
    if (error instanceof BackupProblem) throw new Error(`${file} ${error.message}`, { cause: error })
    throw toFileError(file, 'cannot be read', error)
  }
}
