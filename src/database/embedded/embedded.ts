import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { SqlMikroORM } from '@mikro-orm/sql'
import type { Orm } from '../../database.ts'
import type { Logger } from '../../log.ts'
import type { StatementWatch } from '../../tracing/tracing.ts'
import { sharedOptions } from '../options.ts'
import { KeepingManager } from '../statements/keeping-manager.ts'
import { EmbeddedDriver } from './connection.ts'
import { type Engine, openEngine } from './engine.ts'
import { copyImage } from './image.ts'
import { LastingEngine } from './lasting-engine.ts'
import { PreparedPGlite } from './prepared-pglite.ts'
import { ThreadedEngine } from './threaded-engine.ts'
import { giveBackRoom, roomIn } from './room.ts'
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
 * Waits for a process that holds the directory and is just ending; throws what `lockDirectory` throws. `log` is told when
 * the disk is full, and when it has room again.
 */
export async function openEmbedded(
  dataDir: string,
  dump?: string,
  statements: StatementWatch | null = null,
  log: Logger | null = null,
): Promise<Embedded> {
  const inMemory = dataDir.startsWith('memory:')
  if (!inMemory) await waitForEnding(dataDir)
  const lock = inMemory ? NO_LOCK : lockDirectory(dataDir)
  // Freeing replaced WebAssembly code aborts the process now and then (nodejs/node#64500).
  setFlagsFromString('--no-wasm-code-gc')
  try {
    const opening = inMemory ? openEngine(MEMORY, dump) : openCluster(dataDir, log, dump)
    // The ORM looks through the entities while the engine starts. Its options are copied deeply, but for functions.
    const asked: { pglite?: PreparedPGlite } = {}
    const orm = new SqlMikroORM({
      ...sharedOptions,
      driver: EmbeddedDriver,
      entityManager: KeepingManager<EmbeddedDriver>,
      dbName: 'embedded',
      driverOptions: { pglite: () => asked.pglite },
    })
    const pglite = new PreparedPGlite(await opening, statements)
    asked.pglite = pglite
    return { orm, pglite, ending: lock.ending, close: () => closeAll(orm, pglite, lock.release) }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The cluster has a folder of its own, because its creation wants an empty one. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'database')
}

/** Where a cluster waits while another takes its place. */
function asideIn(dataDir: string): string {
  return join(dataDir, 'database.replaced')
}

/**
 * Gives a cluster the place of that in `dataDir`, whose lock the caller holds. A process that is killed between the two
 * steps leaves the old one, which `settleCluster` brings back.
 */
export function swapCluster(dataDir: string, cluster: string): void {
  const path = clusterIn(dataDir)
  if (existsSync(path)) renameSync(path, asideIn(dataDir))
  renameSync(cluster, path)
  rmSync(asideIn(dataDir), { recursive: true, force: true })
}

/** Ends what `swapCluster` had begun in a process that was killed. */
export function settleCluster(dataDir: string): void {
  const aside = asideIn(dataDir)
  if (!existsSync(aside)) return
  if (hasCluster(dataDir)) rmSync(aside, { recursive: true, force: true })
  else renameSync(aside, clusterIn(dataDir))
}

/** The migrations that a cluster has seen, whose folder nobody uses. */
export async function migrationsIn(cluster: string): Promise<string[]> {
  const pglite = new PreparedPGlite(await ThreadedEngine.open(cluster))
  try {
    const { rows } = await pglite.query<{ name: string }>('select name from mikro_orm_migrations order by id')
    return rows.map(({ name }) => name)
  } finally {
    await pglite.close()
  }
}

/** Whether an embedded database was made in `dataDir`. */
export function hasCluster(dataDir: string): boolean {
  const path = clusterIn(dataDir)
  return existsSync(path) && readdirSync(path).length > 0
}

/** A service keeps its database in a thread of its own; what keeps nothing (tests, the image) does without. */
async function openCluster(dataDir: string, log: Logger | null, dump?: string): Promise<Engine> {
  settleCluster(dataDir)
  await giveBackRoom(dataDir)
  if (!hasCluster(dataDir)) await makeCluster(dataDir, dump)
  return LastingEngine.open({
    open: () => ThreadedEngine.open(clusterIn(dataDir)),
    room: (signal) => roomIn(dataDir, signal),
    log,
  })
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
