import { createSemaphore, tooManyInFlight, type Release, type Semaphore } from './semaphore.ts'

/** Counts the live boards of each person, in all processes of one start of the service together. */
export interface LiveStreamLimits {
  /** A place for one more board of this person. Throws 429 when they have too many for more than a moment. */
  open: (userId: number) => Promise<Release>
}

/** A page that is loaded again opens its board before the server has heard that the old one is gone. */
const WAIT_MS = 2000
const RETRY_AFTER = 5

/** The 429 of one board too many. */
export function tooManyLiveStreams(each: number) {
  return tooManyInFlight('too_many_boards', `One person has at most ${each} live boards open.`, RETRY_AFTER)
}

/** Places for `each` boards per person, counted here. */
export function createLiveStreamLimits(each: number): LiveStreamLimits {
  const places: Semaphore = createSemaphore({
    each,
    waiting: each,
    waitMs: WAIT_MS,
    refusal: () => tooManyLiveStreams(each),
  })
  return { open: (userId) => places.acquire(String(userId)) }
}
