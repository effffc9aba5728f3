import { setImmediate as nextTurn } from 'node:timers/promises'

/** How long consecutive steps may block the event loop. */
const SLICE_MS = 8

/** Creates a function to await between the steps of long work: it yields to the event loop after `sliceMs`. */
export function createYield(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMs) return undefined
    return nextTurn().then(() => {
      since = performance.now()
    })
  }
}

/** Splits a list into parts of at most `most` in total size; a larger item gets its own part. */
export function splitBySize<T>(list: readonly T[], getSize: (item: T) => number, limit: number): T[][] {
  const parts: T[][] = []
  let size = Infinity
  for (const item of list) {
    size += getSize(item)
    if (size > limit) {
      parts.push([item])
      size = getSize(item)
    } else parts.at(-1)?.push(item)
  }
  return parts
}
