import { unescapeFormula } from '../../../../src/formats/spreadsheet/csv-reader.ts'
import { isTruncated, plainCell } from '../../../../src/formats/spreadsheet/cut-text.ts'

/** Whether a cell equals the stored text, ignoring spreadsheet changes: line ends, spaces, apostrophes. */
export function sameText(stored: string | null, cell: string | null): boolean {
  const [before, after] = [plainCell(stored), plainCell(cell)]
  return before === after || plainCell(unescapeFormula(before)) === after || isTruncated(after, stored)
}
