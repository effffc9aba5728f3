/** Maximum size of a page of clusters as JSON, in bytes (rule R-50). */
export const PAGE_BYTES = 1_000_000
/** Bytes reserved for the other members of the response, and of each group. */
const ENVELOPE_BYTES = 2000
const GROUP_BYTES = 200

/**
 * Fills a page with the first rows of each group, round robin. The first row is always included, so that
 * paging advances.
 */
export function takeGroupsThatFit<Row>(groups: Row[][], bytes = PAGE_BYTES): Row[][] {
  const page = groups.map((): Row[] => [])
  let remaining = bytes - ENVELOPE_BYTES - groups.length * GROUP_BYTES
  let isEmpty = true
  const longest = Math.max(0, ...groups.map((rows) => rows.length))
  for (let rank = 0; rank < longest; rank += 1) {
    for (const [index, rows] of groups.entries()) {
      const row = rows[rank]
      if (row === undefined) continue
      remaining -= Buffer.byteLength(JSON.stringify(row)) + 1
      if (remaining < 0 && !isEmpty) return page
      isEmpty = false
      page[index]?.push(row)
    }
  }
  return page
}
