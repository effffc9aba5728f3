import { setTimeout } from 'node:timers/promises'
import { isDeadlock } from './map-database-error.ts'

/** How often work is begun again; whoever waited for each other once seldom does so twice. */
const TIMES = 4
/** Lets the other take the locks that it was waiting for, before this one asks for them again. */
const PAUSE_MS = 10

/**
 * Runs a transaction, and again when PostgreSQL ended it because it and another waited for each other: nothing of it
 * was stored, and the other is done by then. `work` opens the transaction, so that each turn has its own.
 */
export async function retryAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await work()
    } catch (error) {
      if (turn === TIMES || !wasDeadlock(error)) throw error
      await setTimeout(turn * PAUSE_MS * (1 + Math.random()))
    }
  }
}

/** Errors of a procedure carry the database's as their cause. */
function wasDeadlock(error: unknown): boolean {
  return isDeadlock(error) || (error instanceof Error && isDeadlock(error.cause))
}
