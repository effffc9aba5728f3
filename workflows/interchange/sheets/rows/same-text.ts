import { unescapeFormula } from '../../../../src/formats/spreadsheet/csv-reader.ts'
import { isTruncated, toPlainCell } from '../../../../src/formats/spreadsheet/cut-text.ts'

/** Whether a cell equals the stored text, ignoring what programs change: see `isSameCode`, and blanks at line ends. */
export function isSameText(stored: string | null, cell: string | null): boolean {
  return isSameCode(stored, cell) || trimLineEnds(stored) === trimLineEnds(cell)
}

/** Whether a cell equals the stored code, ignoring line ends, outer blanks and apostrophes. */
export function isSameCode(stored: string | null, cell: string | null): boolean {
  const [before, after] = [toPlainCell(stored), toPlainCell(cell)]
  return before === after || toPlainCell(unescapeFormula(before)) === after || isTruncated(after, stored)
}

function trimLineEnds(text: string | null): string {
  return toPlainCell(text)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
