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
import { databaseAccount, type Account } from './account.ts'
import { outputOf } from './run-program.ts'

/** Where the service keeps what the database account cannot reach in the checkout. */
export const SYSTEM_FOLDER = '/var/lib/rulewright'
const NAME = 'postgresql'
/** Only the account reads what is in it. */
const PRIVATE = 0o700
/** A folder of root that the account passes through. */
const PASSABLE = 0o711

/** The folder of an embedded database, with its cluster, its socket and the lock of the service that uses it. */
export interface DatabaseFolder {
  path: string
  account: Account | null
  /** Where copies of the programs may be made. */
  copies: string
}

/** Whether there is an embedded database in `dataDir`. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(clusterIn(join(resolve(dataDir), NAME)), 'PG_VERSION'))
}

/** The files of the database itself. */
export function clusterIn(folder: string): string {
  return join(folder, 'cluster')
}

/**
 * The folder of the database in `dataDir`, made when it is missing. If the service runs as root and the account of the
 * database cannot reach it, it is in /var/lib/rulewright, and a link in `dataDir` leads there.
 */
export function databaseFolder(dataDir: string): DatabaseFolder {
  const parent = resolve(dataDir)
  const path = join(parent, NAME)
  const account = databaseAccount([path, parent])
  const copies = account === null ? path : SYSTEM_FOLDER
  if (lstatSync(path, { throwIfNoEntry: false })) return existingFolder(path, account, copies)
  makeFolders(parent, account === null ? PRIVATE : PASSABLE)
  // An empty folder, such as one of `mktemp -d`, is for the database alone.
  if (account !== null && statSync(parent).uid === 0 && readdirSync(parent).length === 0) {
    chmodSync(parent, PASSABLE)
  }
  mkdirSync(path, { mode: PRIVATE })
  give(path, account)
  if (canWrite(path, account)) return { path, account, copies }
  rmdirSync(path)
  return systemFolder(parent, path, account)
}

/** A folder for a database that ends with the process. */
export function temporaryFolder(): DatabaseFolder {
  const account = databaseAccount([])
  const path = mkdtempSync(join(tmpdir(), 'rulewright-'))
  give(path, account)
  return { path, account, copies: account === null ? path : SYSTEM_FOLDER }
}

/** Gives a file or folder to the account. */
export function give(path: string, account: Account | null): void {
  if (account !== null) chownSync(path, account.uid, account.gid)
}

/** With `recursive`, mkdir says that a folder is missing where the disk is read-only. */
function makeFolders(path: string, mode: number): void {
  if (existsSync(path)) return
  makeFolders(dirname(path), mode)
  mkdirSync(path, { mode })
}

function existingFolder(path: string, account: Account | null, copies: string): DatabaseFolder {
  if (!existsSync(path)) {
    throw new Error(
      `the database is in ${readlinkSync(path)}, which is missing: bring it back, or remove the link ${path} to start with an empty database`,
    )
  }
  const real = realpathSync(path)
  if (canWrite(real, account)) return { path: real, account, copies }
  // Says why, where this process cannot write either, as on a read-only disk.
  accessSync(real, constants.W_OK)
  const who = account === null ? 'this user' : `the user ${account.name}`
  throw new Error(`${who} cannot write to ${real}, which holds the database: change its owner or mode`)
}

/**
 * A folder out of reach of the checkout's permissions. It is always a new one: after DATA_DIR was removed, the service
 * starts with an empty database, and the files of the former one stay.
 */
function systemFolder(dataDir: string, link: string, account: Account | null): DatabaseFolder {
  mkdirSync(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
  const name = dataDir.slice(1).replaceAll(/[^\w.-]+/g, '-')
  const path = mkdtempSync(join(SYSTEM_FOLDER, `${name.slice(-100)}-`))
  give(path, account)
  symlinkSync(path, link)
  return existingFolder(link, account, SYSTEM_FOLDER)
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
  return outputOf('/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', path], account) !== null
}
