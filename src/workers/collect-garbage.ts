import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes that a thread handles between two collections. A collection takes as long as reading a tenth of a guide. */
const COLLECTED = 8 * 1024 * 1024

let collector: unknown
let handled = 0

/**
 * Counts the bytes that a thread has read or unpacked, and collects garbage every 8 MiB. Otherwise V8 retains tens of
 * megabytes of buffers, which add up over several files. Don't call it on the main thread: it blocks.
 */
export function collectGarbageAfter(bytes: number): void {
  handled += bytes
  if (handled < COLLECTED) return
  handled = 0
  if (collector === undefined) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc')
  }
  if (typeof collector === 'function') collector()
}
