import { unescapeFormula } from '../../../../src/formats/spreadsheet/csv-reader.ts'
import { isTruncated, toPlainCell } from '../../../../src/formats/spreadsheet/cut-text.ts'

/** Whether a cell equals the stored text, ignoring spreadsheet changes: line ends, spaces, apostrophes. */
export function isSameText(stored: string | null, cell: string | null): boolean {
  const [before, after] = [toPlainCell(stored), toPlainCell(cell)]
  return before === after || toPlainCell(unescapeFormula(before)) === after || isTruncated(after, stored)
}
