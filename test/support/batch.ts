import type { Database, Em } from '../../src/database/database.ts'

/** A pending value of a batch. The function that `make` returns resolves its caller's promise. */
interface PendingValue {
  make: (em: Em) => () => void
  failed: (error: unknown) => void
}

const waiting = new WeakMap<Database, PendingValue[]>()

/**
 * Stores the records that `make` creates. Concurrent calls (`Promise.all`) share one transaction with one statement per
 * kind of record. A failure rejects only the call that caused it.
 */
export function storeBatched<T>(database: Database, make: (em: Em) => T): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const entry: PendingValue = {
    make: (em) => {
      const created = make(em)
      return () => resolve(created)
    },
    failed: reject,
  }
  const batch = waiting.get(database)
  if (batch) batch.push(entry)
  else {
    const first = [entry]
    waiting.set(database, first)
    process.nextTick(() => {
      waiting.delete(database)
      void store(database, first)
    })
  }
  return promise
}

async function store(database: Database, batch: PendingValue[]): Promise<void> {
  try {
    const em = database.orm.em.fork()
    const resolvers = batch.map(({ make }) => make(em))
    await em.flush()
    for (const each of resolvers) each()
  } catch (error) {
    if (batch.length > 1) for (const item of batch) await store(database, [item])
    else batch[0]?.failed(error)
  }
}
