import { setImmediate as turn } from 'node:timers/promises'

/** How long a step after step may hold the event loop. */
const SLICE_MS = 8

/** Gives others their turn in long work: awaited between its steps, it waits only when the last turn is long ago. */
export function createYield(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now()
  return () => {
    if (performance.now() - since < sliceMs) return undefined
    return turn().then(() => {
      since = performance.now()
    })
  }
}

/** Splits a list into parts whose sizes add up to at most `most`; a larger item is a part of its own. */
export function splitBySize<T>(list: readonly T[], sizeOf: (item: T) => number, most: number): T[][] {
  const parts: T[][] = []
  let size = Infinity
  for (const item of list) {
    size += sizeOf(item)
    if (size > most) {
      parts.push([item])
      size = sizeOf(item)
    } else parts.at(-1)?.push(item)
  }
  return parts
}
