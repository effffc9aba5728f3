import { splitBySize } from '../../lib/yield-to-event-loop.ts'

/** Bytes of rows that one SQL statement stores. */
const PART = 500_000

/** Splits rows into parts that one SQL statement each stores. */
export function splitIntoStatements<T>(rows: readonly T[], getSize: (row: T) => number): T[][] {
  return splitBySize(rows, getSize, PART)
}
