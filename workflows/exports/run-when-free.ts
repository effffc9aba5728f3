import { setTimeout } from 'node:timers/promises'
import { DomainError } from '../../src/errors.ts'

/** Number of retries, and the delay between them, for work that a busy worker pool rejects. */
const [ATTEMPTS, PAUSE_MS] = [20, 500]

/** Retries while the worker pool is busy, because a file that is being sent can't be rejected. */
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
