import { createSemaphore, createTooManyInFlightError, type Release, type Semaphore } from './semaphore.ts'

/** Limits the live boards of each user, across all processes of one service instance. */
export interface LiveStreamLimits {
  /** Acquires a slot for one more live board. Throws 429 if none is free within two seconds. */
  open: (userId: number) => Promise<Release>
}

/** A reloaded page opens its board before the server notices that the old connection closed. */
const WAIT_MS = 2000
const RETRY_AFTER = 5

/** Creates the 429 error for too many live boards. */
export function createTooManyLiveStreamsError(each: number) {
  return createTooManyInFlightError(
    'too_many_boards',
    `You can have at most ${each} live boards open.`,
    RETRY_AFTER,
  )
}

/** Creates limits of `each` live boards per user, counted in this process. */
export function createLiveStreamLimits(each: number): LiveStreamLimits {
  const semaphore: Semaphore = createSemaphore({
    each,
    waiting: each,
    waitMs: WAIT_MS,
    createError: () => createTooManyLiveStreamsError(each),
  })
  return { open: (userId) => semaphore.acquire(String(userId)) }
}
