import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PgliteDriver } from '@mikro-orm/pglite'
import { SqlMikroORM } from '@mikro-orm/sql'
import type { Orm } from '../../database.ts'
import { sharedOptions } from '../options.ts'
import { copyImage, CopiedMemory, entriesOf } from './image.ts'
import { PreparedPGlite } from './prepared-pglite.ts'
import { lockDirectory, waitForEnding, type DirectoryLock } from './pid-lock.ts'

/** PostgreSQL's type numbers: int8 is read as a number; date and time types stay text, as the ORM wants them. */
const INT8 = 20
const TIME_TYPES = [1082, 1114, 1184, 1186]
/**
 * Types that are not read as text: bool, bytea, int8, int2, int4, oid, json, float4, float8, jsonb, and lists of bool,
 * name, int2, int4, text, varchar, int8, json, date, timestamptz and jsonb.
 */
const SCALARS = [16, 17, INT8, 21, 23, 26, 114, 700, 701, 3802]
const LISTS = [1000, 1003, 1005, 1007, 1009, 1015, 1016, 199, 1182, 1185, 3807]
const READ_TYPES = [...SCALARS, ...LISTS, ...TIME_TYPES]
const MEMORY = 'memory://'
const NO_LOCK: DirectoryLock = { ending: () => undefined, release: () => undefined }

export interface Embedded {
  orm: Orm
  pglite: PGlite
  /** Tells whoever wants the data directory next that this process is about to give it back. */
  ending: () => void
  /** Closes the database and gives its directory back; queries fail from then on. */
  close: () => Promise<void>
}

/**
 * Opens the embedded database in `dataDir`, or in memory for `memory:`; a new one is a copy of the dump when given.
 * Waits for a process that holds the directory and is just ending; throws what `lockDirectory` throws.
 */
export async function openEmbedded(dataDir: string, dump?: Blob): Promise<Embedded> {
  const inMemory = dataDir.startsWith('memory:')
  if (!inMemory) await waitForEnding(dataDir)
  const lock = inMemory ? NO_LOCK : lockDirectory(dataDir)
  // Freeing replaced WebAssembly code aborts the process now and then (nodejs/node#64500).
  setFlagsFromString('--no-wasm-code-gc')
  try {
    if (!inMemory) await makeCluster(dataDir, dump)
    const pglite = await openCluster(inMemory ? await memory(dump) : { dataDir: clusterIn(dataDir) })
    const orm = new SqlMikroORM({
      ...sharedOptions,
      driver: PgliteDriver,
      dbName: 'embedded',
      driverOptions: { pglite },
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

/**
 * Makes the cluster of a first start, from the dump when given. It gets its name when it is whole: what a killed
 * process has left is made anew.
 */
async function makeCluster(dataDir: string, dump?: Blob): Promise<void> {
  if (hasCluster(dataDir)) return
  const path = clusterIn(dataDir)
  const draft = `${path}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  if (dump) await copyImage(dump, draft)
  else await (await openCluster({ dataDir: draft })).close()
  renameSync(draft, path)
}

async function memory(dump?: Blob): Promise<PGliteOptions> {
  return dump ? { fs: new CopiedMemory(await entriesOf(dump)) } : { dataDir: MEMORY }
}

async function openCluster(where: PGliteOptions): Promise<PGlite> {
  const pglite = await PreparedPGlite.open({
    ...where,
    extensions: { btree_gin, pg_trgm },
    parsers: {
      ...Object.fromEntries(TIME_TYPES.map((type) => [type, (text: string) => text])),
      [INT8]: Number,
    },
  })
  // The engine copies all its readers for each query, which cost three quarters of a small one.
  pglite.parsers = Object.fromEntries(
    READ_TYPES.flatMap((type) => (pglite.parsers[type] ? [[type, pglite.parsers[type]]] : [])),
  )
  return pglite
}

async function closeAll(orm: Orm, pglite: PGlite, unlock: () => void): Promise<void> {
  try {
    await orm.close(true)
    if (!pglite.closed) await pglite.close()
  } finally {
    unlock()
  }
}
