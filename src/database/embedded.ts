import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PgliteDriver } from '@mikro-orm/pglite'
import { SqlMikroORM } from '@mikro-orm/sql'
import type { Orm } from '../database.ts'
import { sharedOptions } from './options.ts'
import { lockDirectory } from './pid-lock.ts'

/** PostgreSQL's type numbers: int8 is read as a number; date and time types stay text, as the ORM wants them. */
const INT8 = 20
const TIME_TYPES = [1082, 1114, 1184, 1186]

export interface Embedded {
  orm: Orm
  pglite: PGlite
  /** Closes the database and gives its directory back; queries fail from then on. */
  close: () => Promise<void>
}

/**
 * Opens the embedded database in `dataDir`, or in memory for `memory:`, from a dump of another one when given.
 * Throws what `lockDirectory` throws.
 */
export async function openEmbedded(dataDir: string, dump?: Blob): Promise<Embedded> {
  const inMemory = dataDir.startsWith('memory:')
  const unlock = inMemory ? () => {} : lockDirectory(dataDir)
  // Freeing replaced WebAssembly code aborts the process now and then (nodejs/node#64500).
  setFlagsFromString('--no-wasm-code-gc')
  try {
    const pglite = await PGlite.create({
      dataDir: inMemory ? 'memory://' : clusterIn(dataDir),
      extensions: { btree_gin, pg_trgm },
      parsers: {
        ...Object.fromEntries(TIME_TYPES.map((type) => [type, (text: string) => text])),
        [INT8]: Number,
      },
      ...(dump ? { loadDataDir: dump } : {}),
    })
    const orm = new SqlMikroORM({
      ...sharedOptions,
      driver: PgliteDriver,
      dbName: 'embedded',
      driverOptions: { pglite },
    })
    return { orm, pglite, close: () => closeAll(orm, pglite, unlock) }
  } catch (error) {
    unlock()
    throw error
  }
}

/** The cluster has a folder of its own, because its creation wants an empty one. */
function clusterIn(dataDir: string): string {
  const path = join(dataDir, 'database')
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return path
}

async function closeAll(orm: Orm, pglite: PGlite, unlock: () => void): Promise<void> {
  try {
    await orm.close(true)
    if (!pglite.closed) await pglite.close()
  } finally {
    unlock()
  }
}
