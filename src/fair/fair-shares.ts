import type { Env } from '../env.ts'
import { createRoom, type Room } from '../http/body/room.ts'
import { createBoardPlaces, type BoardPlaces } from './boards.ts'
import { createPlaces, crowded, type Places } from './places.ts'

/** What one person may take of what all share (rule E-20). */
export interface FairShares {
  /** The places of requests, by the name that `Turn` gives; null where limits are switched off. */
  requests: ((who: string) => Places) | null
  uploads: Places
  boards: BoardPlaces
  /** Memory for bodies while they arrive. */
  memory: Room
  /** Disk for uploads while they arrive. */
  disk: Room
}

const MIB = 1024 * 1024
/** Bodies of 1 MiB and less share so much memory, a half of it for one person at most. */
const MEMORY = 128 * MIB
/** The greatest upload with the fields beside it, rounded up. */
const GREATEST_UPLOAD = 64 * MIB
/** Requests of one person that wait for a place; far more than a client sends at once. */
const WAITING = 500
const RETRY_AFTER = 2
/** One person's next upload begins when the one before is done. */
const UPLOAD_WAIT_MS = 30_000

export function createFairShares(
  env: Env,
  boards: BoardPlaces = createBoardPlaces(env.fairShares.boards),
): FairShares {
  const { uploads } = env.fairShares
  return {
    requests: requestPlaces(env),
    uploads: createPlaces({
      each: uploads,
      waiting: WAITING,
      waitMs: UPLOAD_WAIT_MS,
      refusal: crowdedRequests,
    }),
    boards,
    memory: createRoom(MEMORY, MEMORY / 2),
    disk: createRoom(env.bodies.spoolBytes, Math.min(uploads * GREATEST_UPLOAD, env.bodies.spoolBytes)),
  }
}

function requestPlaces({ rateLimits, fairShares }: Env): FairShares['requests'] {
  if (!rateLimits.enabled) return null
  const of = (each: number): Places =>
    createPlaces({ each, waiting: WAITING, waitMs: fairShares.waitMs, refusal: crowdedRequests })
  const people = of(fairShares.perPerson)
  const addresses = of(fairShares.perAddress)
  return (who) => (who.startsWith('person ') ? people : addresses)
}

function crowdedRequests() {
  return crowded('too_many_in_flight', 'Too many of your requests are under way.', RETRY_AFTER)
}
