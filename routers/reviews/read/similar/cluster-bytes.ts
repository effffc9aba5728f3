/** Bytes of one page of clusters as JSON (rule R-50). */
export const PAGE_BYTES = 1_000_000
/** Room for the other members of the answer, and for those of each group. */
const ENVELOPE_BYTES = 2000
const GROUP_BYTES = 200

/**
 * The first rows of each group that fit on one page: every group gets its next row in turn while there is room. The
 * very first row is always there, so that paging advances.
 */
export function fitInTurn<Row>(groups: Row[][], bytes = PAGE_BYTES): Row[][] {
  const fitted = groups.map((): Row[] => [])
  let left = bytes - ENVELOPE_BYTES - groups.length * GROUP_BYTES
  let isEmpty = true
  const longest = Math.max(0, ...groups.map((rows) => rows.length))
  for (let place = 0; place < longest; place += 1) {
    for (const [index, rows] of groups.entries()) {
      const row = rows[place]
      if (row === undefined) continue
      left -= Buffer.byteLength(JSON.stringify(row)) + 1
      if (left < 0 && !isEmpty) return fitted
      isEmpty = false
      fitted[index]?.push(row)
    }
  }
  return fitted
}
