import { DomainError } from '../errors.ts'

/** Gives a place back; later calls do nothing. */
export type Leave = () => void

/** Places by person (or address): each has so many at once, and the rest of their requests wait in turn. */
export interface Places {
  /** Resolves with a place, in the order of asking. Throws 429 when none is free in time, or too many wait. */
  enter: (who: string) => Promise<Leave>
  /** A place that is free now and nobody waits for, or null. */
  tryEnter: (who: string) => Leave | null
}

export interface PlacesOptions {
  /** Places of one person. */
  each: number
  /** So many of one person's requests wait at most, each so long. */
  waiting: number
  waitMs: number
  refusal: () => DomainError
}

interface Line {
  taken: number
  waiting: (() => void)[]
}

export function createPlaces({ each, waiting, waitMs, refusal }: PlacesOptions): Places {
  const lines = new Map<string, Line>()

  function leaver(who: string, line: Line): Leave {
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = line.waiting.shift()
      if (next) return next()
      line.taken -= 1
      if (line.taken === 0) lines.delete(who)
    }
  }

  function tryEnter(who: string): Leave | null {
    const line = lines.get(who) ?? { taken: 0, waiting: [] }
    if (line.taken >= each) return null
    line.taken += 1
    lines.set(who, line)
    return leaver(who, line)
  }

  return {
    tryEnter,
    enter(who) {
      const free = tryEnter(who)
      if (free) return Promise.resolve(free)
      return new Promise((resolve, reject) => {
        const line = lines.get(who)
        if (!line || line.waiting.length >= waiting) return reject(refusal())
        const go = () => {
          clearTimeout(timer)
          resolve(leaver(who, line))
        }
        const timer = setTimeout(() => {
          line.waiting.splice(line.waiting.indexOf(go), 1)
          reject(refusal())
        }, waitMs)
        line.waiting.push(go)
      })
    },
  }
}

/** The 429 of somebody who has too much under way; `what` begins its sentence. */
export function crowded(reason: string, what: string, retryAfter: number): DomainError {
  const message = `${what} Please try again in a few seconds.`
  return new DomainError('throttled', reason, message, { retryAfter })
}
