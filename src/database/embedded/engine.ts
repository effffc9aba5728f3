import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { endProcess } from './last-word.ts'
import { CopiedMemory, copyImage } from './image.ts'

/** What the embedded engine is asked for. Messages go to it one after the other. */
export interface Engine {
  /** Sends messages of PostgreSQL's protocol, and answers with what the engine wrote, in pieces that may end anywhere. */
  send: (message: Uint8Array) => Promise<Uint8Array<ArrayBuffer>[]>
  /** The whole cluster as a tar file. */
  dump: (compression: 'gzip' | 'none') => Promise<Blob>
  /** Closes the cluster in good order. */
  close: () => Promise<void>
  /** Counts the engines so far: transactions and named statements of one are unknown to the next. */
  readonly life: number
  /** Told that the engine said its last word: what is sent to it from now on is never answered. */
  died: (lastWord: Error) => void
}

/**
 * Opens the cluster in `dataDir`, or one in memory, in this thread, which each message holds; a new one is a copy of
 * the dump at a path when one is given.
 */
export async function openEngine(dataDir: string, dump?: string): Promise<Engine> {
  const engine = await PGlite.create({
    ...(await placeOf(dataDir, dump)),
    extensions: { btree_gin, pg_trgm },
  })
  return {
    send: async (message) => {
      const answer: Uint8Array<ArrayBuffer>[] = []
      await engine.execProtocolRawStream(message, {
        // It writes its files as it goes; nothing is left to be brought to the file system.
        syncToFs: false,
        // What it hands out is a view of its own memory, which it uses again.
        onRawData: (piece) => void answer.push(piece.slice()),
      })
      return answer
    },
    dump: (compression) => engine.dumpDataDir(compression),
    close: () => engine.close(),
    life: 1,
    died: endProcess,
  }
}

async function placeOf(dataDir: string, dump?: string): Promise<PGliteOptions> {
  if (dump === undefined) return { dataDir }
  if (dataDir.startsWith('memory:')) return { fs: new CopiedMemory(dump) }
  await copyImage(dump, dataDir)
  return { dataDir }
}
