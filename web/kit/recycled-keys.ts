type Key = string | number | bigint

/**
 * Assigns a React key to each visible row. Rows that stay keep their key, and new rows get the keys of rows that left, so
 * that scrolling changes elements instead of creating them.
 */
export function assignKeys(rows: readonly Key[], previous: ReadonlyMap<Key, number>): Map<Key, number> {
  const visible = new Set(rows)
  const free = [...previous].flatMap(([row, key]) => (visible.has(row) ? [] : [key]))
  let next = Math.max(-1, ...previous.values()) + 1
  return new Map(rows.map((row) => [row, previous.get(row) ?? free.shift() ?? next++]))
}
