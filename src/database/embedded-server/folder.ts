import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { findDatabaseAccount, type Account } from './account.ts'
import { runForOutput } from './run-program.ts'

/** Folder for files that the database account cannot reach in the checkout. */
export const SYSTEM_FOLDER = '/var/lib/rulewright'
const FOLDER_NAME = 'postgresql'
/** Mode of folders that only the account can read. */
const PRIVATE = 0o700
/** Mode of root's folders that the account traverses. */
const PASSABLE = 0o711

/** The folder of an embedded database, with its cluster, its socket and the lock of the service that uses it. */
export interface DatabaseFolder {
  path: string
  account: Account | null
  /** Folder for copies of the programs. */
  copies: string
}

/** Whether there is an embedded database in `dataDir`. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(toClusterPath(join(resolve(dataDir), FOLDER_NAME)), 'PG_VERSION'))
}

/** Path of the cluster in a database folder. */
export function toClusterPath(folder: string): string {
  return join(folder, 'cluster')
}

/**
 * Returns the database folder of `dataDir`, created if missing. If the service runs as root and the account cannot
 * reach it, it is in /var/lib/rulewright, with a link in `dataDir`.
 */
export function createDatabaseFolder(dataDir: string): DatabaseFolder {
  const parent = resolve(dataDir)
  const path = join(parent, FOLDER_NAME)
  const account = findDatabaseAccount([path, parent])
  const copies = account === null ? path : SYSTEM_FOLDER
  if (lstatSync(path, { throwIfNoEntry: false })) return openExistingFolder(path, account, copies)
  makeFolders(parent, account === null ? PRIVATE : PASSABLE)
  // An empty folder, such as one of `mktemp -d`, is used only for the database.
  if (account !== null && statSync(parent).uid === 0 && readdirSync(parent).length === 0) {
    chmodSync(parent, PASSABLE)
  }
  mkdirSync(path, { mode: PRIVATE })
  changeOwner(path, account)
  if (canWrite(path, account)) return { path, account, copies }
  rmdirSync(path)
  return createSystemFolder(parent, path, account)
}

/** Creates a folder for a temporary database. */
export function createTemporaryFolder(): DatabaseFolder {
  const account = findDatabaseAccount([])
  const path = mkdtempSync(join(tmpdir(), 'rulewright-'))
  changeOwner(path, account)
  return { path, account, copies: account === null ? path : SYSTEM_FOLDER }
}

/** Makes the account the owner of a file or folder. */
export function changeOwner(path: string, account: Account | null): void {
  if (account !== null) chownSync(path, account.uid, account.gid)
}

/** Creates parents one by one: with `recursive`, mkdir reports a read-only disk as a missing folder. */
function makeFolders(path: string, mode: number): void {
  if (existsSync(path)) return
  makeFolders(dirname(path), mode)
  mkdirSync(path, { mode })
}

function openExistingFolder(path: string, account: Account | null, copies: string): DatabaseFolder {
  if (!existsSync(path)) {
    throw new Error(
      `the database is in ${readlinkSync(path)}, which is missing: bring it back, or remove the link ${path} to start with an empty database`,
    )
  }
  const real = realpathSync(path)
  if (canWrite(real, account)) return { path: real, account, copies }
  // Throws the specific error if this process cannot write either, as on a read-only disk.
  accessSync(real, constants.W_OK)
  const userLabel = account === null ? 'this user' : `the user ${account.name}`
  throw new Error(`${userLabel} cannot write to ${real}, which holds the database: change its owner or mode`)
}

/**
 * Creates a folder outside the checkout's permissions, always a new one: if DATA_DIR was removed, the service starts
 * empty and the old files remain.
 */
function createSystemFolder(dataDir: string, link: string, account: Account | null): DatabaseFolder {
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const name = dataDir.slice(1).replaceAll(/[^\w.-]+/g, '-')
  const path = mkdtempSync(join(SYSTEM_FOLDER, `${name.slice(-100)}-`))
  changeOwner(path, account)
  symlinkSync(path, link)
  return openExistingFolder(link, account, SYSTEM_FOLDER)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether the account can write to a folder, and reach it through the folders above. */
function canWrite(path: string, account: Account | null): boolean {
  if (account === null) return isWritable(path)
  return runForOutput('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', path], account) !== null
}
