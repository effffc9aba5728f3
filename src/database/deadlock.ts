import { setTimeout } from 'node:timers/promises'
import { isDeadlock } from './map-database-error.ts'

/** Maximum attempts; a second deadlock of the same transactions is rare. */
const MAX_ATTEMPTS = 4
/** Delay per attempt, so that the other transaction gets its locks first. */
const PAUSE_MS = 10

/**
 * Runs a transaction, and retries it after a deadlock, which rolled it back. `work` opens the transaction, so that each
 * attempt has its own.
 */
export async function retryAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !wasDeadlock(error)) throw error
      await setTimeout(attempt * PAUSE_MS * (1 + Math.random()))
    }
  }
}

/** A procedure's error has the database error as its cause. */
function wasDeadlock(error: unknown): boolean {
  return isDeadlock(error) || (error instanceof Error && isDeadlock(error.cause))
}
