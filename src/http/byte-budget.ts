import { DomainError } from '../errors.ts'

/** Memory that requests share: each takes its part before it reads, and gives it back when it is answered. */
export interface ByteBudget {
  /**
   * Resolves, in the order of asking, once this many bytes are free, with the function that gives them back. A request
   * for more than there is gets all of it. Throws 503 with `Retry-After` when its turn does not come in time.
   */
  take: (bytes: number) => Promise<() => void>
}

interface Waiting {
  bytes: number
  go: () => void
}

/** A budget of `total` bytes, for which a request waits `waitMs` at most. */
export function createByteBudget(total: number, waitMs: number): ByteBudget {
  let free = total
  const queue: Waiting[] = []

  function letNextGo(): void {
    for (let next = queue[0]; next && next.bytes <= free; next = queue[0]) {
      queue.shift()
      free -= next.bytes
      next.go()
    }
  }

  function giveBack(bytes: number): () => void {
    let held = bytes
    return () => {
      free += held
      held = 0
      letNextGo()
    }
  }

  return {
    take(wanted) {
      const bytes = Math.min(wanted, total)
      return new Promise((resolve, reject) => {
        const waiting: Waiting = {
          bytes,
          go: () => {
            clearTimeout(timer)
            resolve(giveBack(bytes))
          },
        }
        const timer = setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1)
          letNextGo()
          reject(busy(waitMs))
        }, waitMs)
        queue.push(waiting)
        letNextGo()
      })
    },
  }
}

function busy(waitMs: number): DomainError {
  const message = 'Too many files are being uploaded. Please try again in a few seconds.'
  return new DomainError('unavailable', 'uploads_busy', message, { retryAfter: waitMs / 1000 })
}
