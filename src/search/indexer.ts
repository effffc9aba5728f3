import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Throttle } from '../background/throttle.ts'
import { toKysely, type Database, type Queries } from '../database/database.ts'
import { dequeueDeletedGuides, indexGuide, indexRequirements } from './batches.ts'

/** Operations that write searched texts. Changes of other operations are indexed by the next periodic run. */
const WRITERS = /^((components|rules|guides|srgs|stigs|relocations|satisfactions)\.|reviews\.acceptAndEdit$)/

/** Keeps the search index up to date, in the background; one run at a time per process. */
export interface Indexer {
  /** Call it after an operation has committed; a run starts if the operation may have changed a searched text. */
  afterOperation: (path: string) => void
  /** Resolves once the queue is empty, except for rows that others are writing or indexing right now. */
  catchUp: (signal?: AbortSignal) => Promise<void>
}

/** Creates the indexer of this process. */
export function createIndexer(database: Database, log: Logger, throttle: Throttle): Indexer {
  let running: Promise<void> | null = null
  let mustRepeat = false
  const run = async (signal: AbortSignal): Promise<void> => {
    do {
      mustRepeat = false
      await drain(database, throttle, signal)
    } while (mustRepeat && !signal.aborted)
  }
  const catchUp = (signal?: AbortSignal): Promise<void> => {
    mustRepeat = true
    const stop = signal ? AbortSignal.any([signal, database.closing]) : database.closing
    running ??= run(stop).finally(() => (running = null))
    return running
  }
  const afterOperation = (path: string): void => {
    if (!WRITERS.test(path) || database.closing.aborted) return
    if (running) mustRepeat = true
    else {
      database.trackBackground(
        catchUp().catch((error: unknown) => log.warn({ err: error }, 'the search index is behind')),
      )
    }
  }
  return { afterOperation, catchUp }
}

const INDEXERS = {
  rule: indexRequirements,
  srg: (db: Queries) => indexGuide(db, 'srg'),
  stig: (db: Queries) => indexGuide(db, 'stig'),
}

async function drain({ orm, queries }: Database, throttle: Throttle, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{
    kind: keyof typeof INDEXERS
  }>`select k.kind from unnest(array['rule', 'srg', 'stig']) k (kind)
    where exists (select from search_reindex_queue s where s.kind = k.kind)`.execute(queries)
  for (const { kind } of rows) {
    await throttle.runBatches(
      async () => (await orm.em.fork().transactional((em) => INDEXERS[kind](toKysely(em)))) > 0,
      signal,
    )
  }
  if (rows.length > 0 && !signal.aborted) await dequeueDeletedGuides(queries)
}
