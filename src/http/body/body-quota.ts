import { DomainError } from '../../errors.ts'

/** Bytes of memory or disk that request bodies share while they are received. Bytes are reserved as they arrive. */
export interface BodyQuota {
  /** Opens the reservation of one request; `key` is its user or address. */
  open: (key: string) => BodyReservation
}

export interface BodyReservation {
  /** Reserves space for received bytes. Throws 503 if the quota or the share of the key is used up. */
  reserve: (bytes: number) => void
  /** Releases all bytes; later calls do nothing. */
  release: () => void
}

const RETRY_AFTER = 5

/** Creates a quota of `total` bytes; each key may reserve at most `share` bytes. */
export function createBodyQuota(total: number, share: number): BodyQuota {
  let reserved = 0
  const shares = new Map<string, number>()

  return {
    open(key) {
      let heldBytes = 0
      return {
        reserve(bytes) {
          const reservedBytes = shares.get(key) ?? 0
          if (reserved + bytes > total || reservedBytes + bytes > share) throw quotaExceededError()
          reserved += bytes
          heldBytes += bytes
          shares.set(key, reservedBytes + bytes)
        },
        release() {
          reserved -= heldBytes
          const remaining = (shares.get(key) ?? 0) - heldBytes
          heldBytes = 0
          if (remaining > 0) shares.set(key, remaining)
          else shares.delete(key)
        },
      }
    },
  }
}

function quotaExceededError(): DomainError {
  const message = 'Too many uploads are in progress. Please try again in a few seconds.'
  return new DomainError('unavailable', 'uploads_busy', message, { retryAfter: RETRY_AFTER })
}
