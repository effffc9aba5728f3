/**
 * Reads each part in order, one part ahead of its consumer. An error is thrown when its part would be
 * returned.
 */
export async function* prefetch<P, R>(
  parts: Iterable<P>,
  read: (part: P) => Promise<R>,
): AsyncGenerator<R, void> {
  let nextResult: Promise<R> | null = null
  for (const part of parts) {
    const current: { value: R } | null = nextResult && { value: await nextResult }
    nextResult = ignoreUnobserved(read(part))
    if (current) yield current.value
  }
  if (nextResult) yield await nextResult
}

/**
 * Returns the rows of pages of `size` rows (keyset pagination), reading one page ahead. `read` gets the last row of the
 * previous page, or null for the first page.
 */
export async function* prefetchPages<R>(
  size: number,
  read: (after: R | null) => Promise<R[]>,
): AsyncGenerator<R, void> {
  for (let nextBatch: Promise<R[]> | null = read(null); nextBatch;) {
    const rows: R[] = await nextBatch
    const last = rows.at(-1)
    nextBatch = last !== undefined && rows.length === size ? ignoreUnobserved(read(last)) : null
    yield* rows
  }
}

/** Prevents an unhandled rejection if the consumer stops early. */
function ignoreUnobserved<R>(reading: Promise<R>): Promise<R> {
  reading.catch(() => undefined)
  return reading
}
