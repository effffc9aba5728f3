import { setTimeout } from 'node:timers/promises'
import { DomainError } from '../../src/errors.ts'

/** How often, and after how long, work for a thread is offered again to a pool that is busy. */
const [ATTEMPTS, PAUSE_MS] = [20, 500]

/** Waits for a busy pool: a file that has begun to leave cannot be refused any more. */
export async function runWhenFree<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      const isBusy = error instanceof DomainError && error.reason === 'computing_busy'
      if (!isBusy || attempt === ATTEMPTS) throw error
      await setTimeout(PAUSE_MS)
    }
  }
}
