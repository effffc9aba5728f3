import { DomainError } from '../errors.ts'

/** A memory budget that requests share: each acquires bytes before it reads and releases them when it is done. */
export interface ByteBudget {
  /**
   * Waits in FIFO order until so many bytes are free; resolves with the function that releases them. A request for
   * more than the total gets the total. Throws 503 with `Retry-After` on timeout.
   */
  take: (bytes: number) => Promise<() => void>
}

interface QueuedRequest {
  bytes: number
  start: () => void
}

/** Creates a budget of `total` bytes; a request waits at most `waitMs`. */
export function createByteBudget(total: number, waitMs: number): ByteBudget {
  let free = total
  const queue: QueuedRequest[] = []

  function startNext(): void {
    for (let next = queue[0]; next && next.bytes <= free; next = queue[0]) {
      queue.shift()
      free -= next.bytes
      next.start()
    }
  }

  function createRelease(bytes: number): () => void {
    let heldBytes = bytes
    return () => {
      free += heldBytes
      heldBytes = 0
      startNext()
    }
  }

  return {
    take(requested) {
      const bytes = Math.min(requested, total)
      return new Promise((resolve, reject) => {
        const request: QueuedRequest = {
          bytes,
          start: () => {
            clearTimeout(timer)
            resolve(createRelease(bytes))
          },
        }
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(request), 1)
          startNext()
          reject(busyError(waitMs))
        }, waitMs)
        queue.push(request)
        startNext()
      })
    },
  }
}

function busyError(waitMs: number): DomainError {
  const message = 'Too many files are being uploaded. Please try again in a few seconds.'
  return new DomainError('unavailable', 'uploads_busy', message, { retryAfter: waitMs / 1000 })
}
