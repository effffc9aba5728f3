import { existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseAccount } from '../../src/database/embedded-server/account.ts'
import { give, SYSTEM_FOLDER } from '../../src/database/embedded-server/folder.ts'
import { startServer, type RunningServer } from '../../src/database/embedded-server/start.ts'

/** A file system in memory, where there is one with this much room. */
const MEMORY = '/dev/shm'
const ROOM_BYTES = 3 * 1024 ** 3

/** No test reads data after a crash, and none waits for autovacuum: tests that need statistics run `analyze`. */
const SETTINGS = [
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
  'max_locks_per_transaction=256',
]

/** Starts the PostgreSQL server of a test run: that of the embedded database, in memory, reached over TCP. */
export function startTestServer(): Promise<RunningServer> {
  const account = databaseAccount([])
  const path = mkdtempSync(join(fastFolder(), 'rulewright-test-'))
  give(path, account)
  return startServer({
    folder: { path, account, copies: account === null ? path : SYSTEM_FOLDER },
    temporary: true,
    durable: false,
    loopback: true,
    connections: 300,
    log: null,
    more: SETTINGS,
  })
}

/** Where files that need not outlive the run are written fastest. */
export function fastFolder(): string {
  return hasRoom(MEMORY) ? MEMORY : tmpdir()
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > ROOM_BYTES
}
