import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PgliteDriver } from '@mikro-orm/pglite'
import { SqlMikroORM } from '@mikro-orm/sql'
import type { Orm } from '../../database.ts'
import { sharedOptions } from '../options.ts'
import { type Engine, openEngine } from './engine.ts'
import { copyImage } from './image.ts'
import { PreparedPGlite } from './prepared-pglite.ts'
import { ThreadedEngine } from './threaded-engine.ts'
import { lockDirectory, waitForEnding, type DirectoryLock } from './pid-lock.ts'

const MEMORY = 'memory://'
const NO_LOCK: DirectoryLock = { ending: () => undefined, release: () => undefined }

export interface Embedded {
  orm: Orm
  pglite: PreparedPGlite
  /** Tells whoever wants the data directory next that this process is about to give it back. */
  ending: () => void
  /** Closes the database and gives its directory back; queries fail from then on. */
  close: () => Promise<void>
}

/**
 * Opens the embedded database in `dataDir`, or in memory for `memory:`; a new one is a copy of the dump when given.
 * Waits for a process that holds the directory and is just ending; throws what `lockDirectory` throws.
 */
export async function openEmbedded(dataDir: string, dump?: string): Promise<Embedded> {
  const inMemory = dataDir.startsWith('memory:')
  if (!inMemory) await waitForEnding(dataDir)
  const lock = inMemory ? NO_LOCK : lockDirectory(dataDir)
  // Freeing replaced WebAssembly code aborts the process now and then (nodejs/node#64500).
  setFlagsFromString('--no-wasm-code-gc')
  try {
    const pglite = new PreparedPGlite(
      await (inMemory ? openEngine(MEMORY, dump) : openCluster(dataDir, dump)),
    )
    const orm = new SqlMikroORM({
      ...sharedOptions,
      driver: PgliteDriver,
      dbName: 'embedded',
      // A function, because the ORM copies its options deeply.
      driverOptions: { pglite: () => pglite },
    })
    return { orm, pglite, ending: lock.ending, close: () => closeAll(orm, pglite, lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The cluster has a folder of its own, because its creation wants an empty one. */
function clusterIn(dataDir: string): string {
  return join(dataDir, 'database')
}

/** Whether an embedded database was made in `dataDir`. */
export function hasCluster(dataDir: string): boolean {
  const path = clusterIn(dataDir)
  return existsSync(path) && readdirSync(path).length > 0
}

/** A service keeps its database in a thread of its own; what keeps nothing (tests, the image) does without. */
async function openCluster(dataDir: string, dump?: string): Promise<Engine> {
  if (!hasCluster(dataDir)) await makeCluster(dataDir, dump)
  return ThreadedEngine.open(clusterIn(dataDir))
}

/** Makes the cluster of a first start, from the dump when given. It gets its name when it is whole. */
async function makeCluster(dataDir: string, dump?: string): Promise<void> {
  const path = clusterIn(dataDir)
  const draft = `${path}.new`
  // A killed process may have left one behind.
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  if (dump === undefined) await (await ThreadedEngine.open(draft)).close()
  else await copyImage(dump, draft)
  renameSync(draft, path)
}

async function closeAll(orm: Orm, pglite: PreparedPGlite, unlock: () => void): Promise<void> {
  try {
    await orm.close(true)
    await pglite.close()
  } finally {
    unlock()
  }
}
