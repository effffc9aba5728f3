import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findDatabaseAccount } from '../../src/database/embedded-server/account.ts'
import { changeOwner, SYSTEM_FOLDER } from '../../src/database/embedded-server/folder.ts'
import { startServer, type RunningServer } from '../../src/database/embedded-server/start.ts'

/** The in-memory file system of Linux, and the free space that a run needs there. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 3 * 1024 ** 3

/** Settings for speed: no test needs durability or autovacuum; tests that need statistics run `analyze`. */
const SETTINGS = [
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  'max_locks_per_transaction=256',
]

/** Starts the PostgreSQL server of a test run: the embedded one, in memory, on a Unix socket. */
export function startTestServer(): Promise<RunningServer> {
  const account = findDatabaseAccount([])
  const path = mkdtempSync(join(findFastFolder(), 'rulewright-test-'))
  changeOwner(path, account)
  return startServer({
    folder: { path, account, copies: account === null ? path : SYSTEM_FOLDER },
    temporary: true,
    durable: false,
    connections: 300,
    log: null,
    more: SETTINGS,
  })
}

/** The fastest folder for files that the run deletes at its end. */
export function findFastFolder(): string {
  return hasSpace(MEMORY) ? MEMORY : tmpdir()
}

function hasSpace(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_BYTES
}
