import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { toClusterPath, changeOwner, type DatabaseFolder } from './folder.ts'
import { toProgramPath, type Programs } from './programs.ts'
import { runProgram } from './run-program.ts'

/** The only database user, and the database. */
export const USER = 'postgres'
export const DATABASE = 'postgres'

const PASSWORD_FILE = 'password'
const DRAFT = '.new.'
/** Files that are synced concurrently. */
const SYNC_CONCURRENCY = 16

/** Major version of the cluster in a folder; null if there is none. */
export function readClusterVersion(folder: string): number | null {
  const path = join(toClusterPath(folder), 'PG_VERSION')
  if (!existsSync(path)) return null
  const version = Number.parseInt(readFileSync(path, 'utf8'), 10)
  if (Number.isNaN(version)) throw createDamageError(`${path} names no version`, folder)
  return version
}

/**
 * Creates the cluster: UTF-8, ordered by code point. It is renamed into place when it is complete and, if `durable`,
 * synced to disk. With `password`, network connections need one. Throws a one-line Error.
 */
export async function createCluster(
  { path, account }: DatabaseFolder,
  programs: Programs,
  { durable, password }: { durable: boolean; password: boolean },
): Promise<void> {
  const cluster = toClusterPath(path)
  const draft = `${cluster}${DRAFT}${randomUUID()}`
  // Removes drafts of killed processes; one of them may still be writing.
  for (const name of readdirSync(path).filter((item) => item.startsWith(`cluster${DRAFT}`))) {
    rmSync(join(path, name), { recursive: true, force: true })
  }
  const args = ['-D', draft, '-U', USER, '-E', 'UTF8', '--no-sync', '--no-instructions', '--wal-segsize=4']
  if (programs.major < 18) args.push('--data-checksums')
  else if (!durable) args.push('--no-data-checksums')
  if (password) args.push('-A', 'scram-sha-256', '--pwfile', createPassword(path, account))
  else args.push('-A', 'trust')
  try {
    await runInitdb([...args, ...listLocaleArguments(programs.major, 'C.UTF-8')], programs, account)
  } catch (error) {
    if (!(error instanceof Error) || !/locale/.test(error.message)) throw error
    rmSync(draft, { recursive: true, force: true })
    await runInitdb([...args, ...listLocaleArguments(programs.major, 'C')], programs, account)
  }
  if (durable) await syncAll(draft)
  renameSync(draft, cluster)
}

/** Creates an error for damaged or unusable database files. */
export function createDamageError(reason: string, folder: string): Error {
  const remedy = /no space left|quota/i.test(reason)
    ? 'make room on its disk'
    : `nothing was changed in ${folder}; if its files are damaged, restore a backup into an empty DATA_DIR (npm run restore)`
  return new Error(`${reason}: ${remedy}`)
}

/** Reads the cluster's password; null if it has none. */
export function readPassword(folder: string): string | null {
  const path = join(folder, PASSWORD_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null
}

function createPassword(folder: string, account: DatabaseFolder['account']): string {
  const path = join(folder, PASSWORD_FILE)
  rmSync(path, { force: true })
  writeFileSync(path, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  changeOwner(path, account)
  return path
}

function runInitdb(args: string[], programs: Programs, account: DatabaseFolder['account']): Promise<void> {
  return runProgram(toProgramPath(programs, 'initdb'), args, account).catch((error: unknown) => {
    throw new Error(`initdb: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  })
}

/** `letters` is the system locale for upper and lower case; it does not affect ordering. */
function listLocaleArguments(major: number, letters: string): string[] {
  const ordered = ['--locale=C', `--lc-ctype=${letters}`]
  return major < 17 ? ordered : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...ordered]
}

/** Syncs files before the folders that contain them. */
async function syncAll(folder: string): Promise<void> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .toSorted((a, b) => Number(a.isDirectory()) - Number(b.isDirectory()))
    .map(({ parentPath, name }) => join(parentPath, name))
  const next = [...paths, folder].values()
  const runQuery = async () => {
    for (const path of next) await syncOne(path)
  }
  await Promise.all(Array.from({ length: SYNC_CONCURRENCY }, runQuery))
}

async function syncOne(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
