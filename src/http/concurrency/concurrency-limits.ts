import type { Env } from '../../config/env.ts'
import { createBodyQuota, type BodyQuota } from '../body/body-quota.ts'
import { createLiveStreamLimits, type LiveStreamLimits } from './live-streams.ts'
import { createSemaphore, tooManyInFlight, type Semaphore } from './semaphore.ts'

/** What one person may take of what all share (rule E-20). */
export interface ConcurrencyLimits {
  /** The places of requests, by the name that `Turn` gives; null where limits are switched off. */
  requests: ((who: string) => Semaphore) | null
  uploads: Semaphore
  boards: LiveStreamLimits
  /** Memory for bodies while they arrive. */
  memory: BodyQuota
  /** Disk for uploads while they arrive. */
  disk: BodyQuota
}

const MIB = 1024 * 1024
/** Bodies of 1 MiB and less share so much memory, a half of it for one person at most. */
const MEMORY = 128 * MIB
/** The largest file of most operations with its other fields, rounded up. */
const USUAL_UPLOAD = 64 * MIB
/** A library of guides with its other fields. Every operation has a limit of its own. */
const LARGEST_UPLOAD = 601 * MIB
/** Requests of one person that wait for a place; far more than a client sends at once. */
const WAITING = 500
const RETRY_AFTER = 2
/** One person's next upload begins when the one before is done. */
const UPLOAD_WAIT_MS = 30_000

export function createConcurrencyLimits(
  env: Env,
  boards: LiveStreamLimits = createLiveStreamLimits(env.fairShares.boards),
): ConcurrencyLimits {
  const { uploads } = env.fairShares
  return {
    requests: requestSemaphore(env),
    uploads: createSemaphore({
      each: uploads,
      waiting: WAITING,
      waitMs: UPLOAD_WAIT_MS,
      refusal: tooManyRequests,
    }),
    boards,
    memory: createBodyQuota(MEMORY, MEMORY / 2),
    disk: createBodyQuota(
      env.bodies.spoolBytes,
      Math.min(Math.max(uploads * USUAL_UPLOAD, LARGEST_UPLOAD), env.bodies.spoolBytes),
    ),
  }
}

function requestSemaphore({ rateLimits, fairShares }: Env): ConcurrencyLimits['requests'] {
  if (!rateLimits.enabled) return null
  const of = (each: number): Semaphore =>
    createSemaphore({ each, waiting: WAITING, waitMs: fairShares.waitMs, refusal: tooManyRequests })
  const people = of(fairShares.perPerson)
  const addresses = of(fairShares.perAddress)
  return (who) => (who.startsWith('person ') ? people : addresses)
}

function tooManyRequests() {
  return tooManyInFlight('too_many_in_flight', 'Too many of your requests are under way.', RETRY_AFTER)
}
