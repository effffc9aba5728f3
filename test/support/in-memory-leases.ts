import { QUIET_MS, type BackgroundLeases } from '../../src/background/leases.ts'

/** The leases within one process, without a database; `now` returns milliseconds. */
export function createInMemoryLeases(now: () => number): BackgroundLeases {
  let isHeld = false
  let pausedUntil = -Infinity
  let lastServedAt = -Infinity
  return {
    acquire: () => {
      const wait = isHeld ? 1 : Math.max(0, Math.min(pausedUntil, lastServedAt + QUIET_MS) - now())
      isHeld ||= wait === 0
      return Promise.resolve(wait)
    },
    release: (restMs) => {
      isHeld = false
      pausedUntil = now() + restMs
      return Promise.resolve()
    },
    heartbeat: (agoMs) => {
      lastServedAt = Math.max(lastServedAt, now() - agoMs)
      return Promise.resolve()
    },
  }
}
