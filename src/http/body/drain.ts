import { setTimeout as pause } from 'node:timers/promises'

/** Bytes of a rejected body to read and discard: a client that is cut off can't read the response. */
export const MAX_DRAINED_BYTES = 64 * 1024 * 1024
/** Rate at which this process drains all rejected bodies: 32 MiB a second costs a tenth of a core. */
const BYTES_PER_MS = (32 * 1024 * 1024) / 1000

/** When the next chunk of a rejected body may be read. */
let nextAt = 0

/**
 * Reads and discards the rest of a body, up to 64 MiB and `withinMs`, at a limited rate. `next` returns a chunk, or
 * null at the end, and gets the milliseconds that it may take.
 */
export async function drain(
  next: (longestMs: number) => Promise<Uint8Array | null>,
  withinMs: number,
): Promise<void> {
  const end = performance.now() + withinMs
  let size = 0
  try {
    while (size <= MAX_DRAINED_BYTES) {
      const chunk = await next(end - performance.now())
      if (chunk === null) return
      size += chunk.byteLength
      const now = performance.now()
      nextAt = Math.max(nextAt, now) + chunk.byteLength / BYTES_PER_MS
      if (nextAt > end) return
      await pause(nextAt - now)
    }
  } catch {
    // The response is sent whatever the client does.
  }
}
