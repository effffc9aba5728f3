import type { Env } from '../../config/env.ts'
import { createBodyQuota, type BodyQuota } from '../body/body-quota.ts'
import { createLiveStreamLimits, type LiveStreamLimits } from './live-streams.ts'
import { createSemaphore, createTooManyInFlightError, type Semaphore } from './semaphore.ts'

/** Limits on what one user or address may use of shared resources (rule E-20). */
export interface ConcurrencyLimits {
  /** Request slots by the key of `RequestSlot`; null if limits are switched off. */
  requests: ((key: string) => Semaphore) | null
  uploads: Semaphore
  boards: LiveStreamLimits
  /** Memory for request bodies. */
  memory: BodyQuota
  /** Disk space for uploads. */
  disk: BodyQuota
}

const MIB = 1024 * 1024
/** Memory shared by bodies of at most 1 MiB; one user gets at most half. */
const MEMORY = 128 * MIB
/** The largest upload of most operations, rounded up. */
const USUAL_UPLOAD = 64 * MIB
/** The largest upload: a library of guides. Every operation has its own limit. */
const MAX_UPLOAD_BYTES = 601 * MIB
/** Requests of one user that may wait for a slot; far more than a client sends at once. */
const MAX_WAITING = 500
const RETRY_AFTER = 2
/** How long a user's next upload waits for the previous one. */
const UPLOAD_WAIT_MS = 30_000

/** Creates the limits from the settings. In a worker, `boards` counts the live streams of all workers. */
export function createConcurrencyLimits(
  env: Env,
  boards: LiveStreamLimits = createLiveStreamLimits(env.concurrency.boards),
): ConcurrencyLimits {
  const { uploads } = env.concurrency
  return {
    requests: createRequestSemaphores(env),
    uploads: createSemaphore({
      each: uploads,
      waiting: MAX_WAITING,
      waitMs: UPLOAD_WAIT_MS,
      createError: createTooManyRequestsError,
    }),
    boards,
    memory: createBodyQuota(MEMORY, MEMORY / 2),
    disk: createBodyQuota(
      env.bodies.spoolBytes,
      Math.min(Math.max(uploads * USUAL_UPLOAD, MAX_UPLOAD_BYTES), env.bodies.spoolBytes),
    ),
  }
}

function createRequestSemaphores({ rateLimits, concurrency }: Env): ConcurrencyLimits['requests'] {
  if (!rateLimits.enabled) return null
  const create = (each: number): Semaphore =>
    createSemaphore({
      each,
      waiting: MAX_WAITING,
      waitMs: concurrency.waitMs,
      createError: createTooManyRequestsError,
    })
  const users = create(concurrency.perPerson)
  const addresses = create(concurrency.perAddress)
  return (key) => (key.startsWith('person ') ? users : addresses)
}

function createTooManyRequestsError() {
  return createTooManyInFlightError(
    'too_many_in_flight',
    'You have too many requests in progress.',
    RETRY_AFTER,
  )
}
