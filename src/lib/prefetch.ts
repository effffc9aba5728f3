/**
 * What is read of each part, in order; while one is being used the next is on its way already, and never more than that.
 * A failure is thrown where its part would come.
 */
export async function* prefetch<P, R>(
  parts: Iterable<P>,
  read: (part: P) => Promise<R>,
): AsyncGenerator<R, void> {
  let ahead: Promise<R> | null = null
  for (const part of parts) {
    const found: { value: R } | null = ahead && { value: await ahead }
    ahead = ignoreUnobserved(read(part))
    if (found) yield found.value
  }
  if (ahead) yield await ahead
}

/**
 * The rows of pages of `size`, each read behind the last row of the one before, while that one is being used. `read` is
 * given null for the first.
 */
export async function* prefetchPages<R>(
  size: number,
  read: (after: R | null) => Promise<R[]>,
): AsyncGenerator<R, void> {
  for (let ahead: Promise<R[]> | null = read(null); ahead;) {
    const rows: R[] = await ahead
    const last = rows.at(-1)
    ahead = last !== undefined && rows.length === size ? ignoreUnobserved(read(last)) : null
    yield* rows
  }
}

/** Anyone who stops before it is needed does not hear of its failure. */
function ignoreUnobserved<R>(reading: Promise<R>): Promise<R> {
  reading.catch(() => undefined)
  return reading
}
