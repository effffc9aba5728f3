import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  clusterIn,
  hasCluster,
  migrationsIn,
  openEmbedded,
  settleCluster,
  swapCluster,
} from '../database/embedded/embedded.ts'
import { copyImage } from '../database/embedded/image.ts'
import { lockDirectory, waitForEnding } from '../database/embedded/pid-lock.ts'
import { writeWhole } from './file.ts'
import { assertKnown } from './schema.ts'

/** Writes the embedded database into a file. Throws an Error of one line while a service runs on it. */
export async function backUpEmbedded(dataDir: string, file: string): Promise<void> {
  if (!hasCluster(dataDir)) throw new Error(`there is no embedded database in ${dataDir}`)
  await writeWhole(file, async (draft) => {
    const { pglite, close } = await openEmbedded(dataDir)
    try {
      const image = await pglite.dumpDataDir('gzip')
      await pipeline(Readable.fromWeb(image.stream()), createWriteStream(draft, { flags: 'r+' }))
    } finally {
      await close()
    }
  })
}

/** The migrations of a database that was unpacked. Throws an Error of one line when it is none that can be opened. */
async function holdsDatabase(file: string, cluster: string): Promise<string[]> {
  try {
    return await migrationsIn(cluster)
  } catch (cause) {
    throw new Error(`${file} is damaged: the database that it holds cannot be opened`, { cause })
  }
}

/**
 * Puts the database of a backup in the place of that in `dataDir`, which must hold none unless `replace`. It is made
 * beside and looked into before it gets its place. Throws an Error of one line, with everything as it was.
 */
export async function restoreEmbedded(dataDir: string, file: string, replace: boolean): Promise<void> {
  await waitForEnding(dataDir)
  const lock = lockDirectory(dataDir)
  const draft = join(dataDir, 'restored')
  try {
    settleCluster(dataDir)
    if (hasCluster(dataDir) && !replace) {
      throw new Error(`${dataDir} holds a database; to give it up, say --replace`)
    }
    rmSync(draft, { recursive: true, force: true })
    await copyImage(file, clusterIn(draft))
    assertKnown(file, await holdsDatabase(file, clusterIn(draft)))
    swapCluster(dataDir, clusterIn(draft))
  } finally {
    rmSync(draft, { recursive: true, force: true })
    lock.release()
  }
}
