import { DomainError } from '../../errors.ts'

/** Bytes that bodies share while they arrive, in memory or on disk; nothing is taken before it is there. */
export interface BodyQuota {
  /** What one request holds in the name of a person or an address. */
  open: (who: string) => BodyReservation
}

export interface BodyReservation {
  /** Takes room for bytes that arrived. Throws 503 when all of it, or this person's share, is taken. */
  reserve: (bytes: number) => void
  /** Gives everything back; later calls do nothing. */
  release: () => void
}

const RETRY_AFTER = 5

/** Room of `total` bytes, of which one person has `share` at most. */
export function createBodyQuota(total: number, share: number): BodyQuota {
  let taken = 0
  const shares = new Map<string, number>()

  return {
    open(who) {
      let held = 0
      return {
        reserve(bytes) {
          const own = shares.get(who) ?? 0
          if (taken + bytes > total || own + bytes > share) throw quotaExceeded()
          taken += bytes
          held += bytes
          shares.set(who, own + bytes)
        },
        release() {
          taken -= held
          const left = (shares.get(who) ?? 0) - held
          held = 0
          if (left > 0) shares.set(who, left)
          else shares.delete(who)
        },
      }
    },
  }
}

function quotaExceeded(): DomainError {
  const message = 'Too much is being sent at once. Please try again in a few seconds.'
  return new DomainError('unavailable', 'uploads_busy', message, { retryAfter: RETRY_AFTER })
}
