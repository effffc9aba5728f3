import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes that a thread handles between two collections. One takes as long as reading a tenth of a guide. */
const COLLECTED = 8 * 1024 * 1024

let collector: unknown
let handled = 0

/**
 * Says that a thread has read or unpacked that many bytes more, and from time to time frees what it no longer needs. By
 * itself the engine lets tens of megabytes of buffers wait, which add up over files in a row. Never on the main thread,
 * which it would hold.
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
