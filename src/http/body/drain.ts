import { setTimeout as pause } from 'node:timers/promises'

/** So much of a refused body is read and thrown away: a sender that is cut off could not read the refusal. */
export const MAX_DRAINED_BYTES = 64 * 1024 * 1024
/** All refused bodies of this process are read at this rate: 32 MiB a second, which costs a tenth of a core. */
const PER_MS = (32 * 1024 * 1024) / 1000

/** When the next piece of a refused body may be read. */
let nextAt = 0

/**
 * Throws away what still comes of a body, within 64 MiB and `withinMs`, and no faster than others can bear. `next`
 * answers a piece, or null at the end, and is told how many milliseconds it has.
 */
export async function drain(
  next: (longestMs: number) => Promise<Uint8Array | null>,
  withinMs: number,
): Promise<void> {
  const end = performance.now() + withinMs
  let size = 0
  try {
    while (size <= MAX_DRAINED_BYTES) {
      const piece = await next(end - performance.now())
      if (piece === null) return
      size += piece.byteLength
      const now = performance.now()
      nextAt = Math.max(nextAt, now) + piece.byteLength / PER_MS
      if (nextAt > end) return
      await pause(nextAt - now)
    }
  } catch {
    // The refusal is on its way whatever the sender does.
  }
}
