import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

let collector: unknown

/**
 * Frees what a thread no longer needs. By itself the engine lets tens of megabytes of buffers wait, which add up over
 * files in a row. Never on the main thread, which it would hold.
 */
export function collectGarbage(): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc')
  }
  if (typeof collector === 'function') collector()
}
