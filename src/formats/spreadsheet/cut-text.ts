/** UTF-16 units that a cell of a workbook holds. */
export const CELL_LIMIT = 32_767
/** Units of a longer text that the cell gets, in front of the mark. */
const CUT_LENGTH = 32_700
export const CUT_MARK = ' […]'

/** A text as a cell of a workbook holds it: a longer one is cut between two characters and marked (rule C-73). */
export function cutForCell(text: string): string {
  if (text.length <= CELL_LIMIT) return text
  const cut = text.slice(0, CUT_LENGTH)
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + CUT_MARK
}

/** Whether a cell may be one that was cut. */
export function isCut(cell: string): boolean {
  return cell.trimEnd().endsWith(CUT_MARK.trimStart()) && cell.length > CUT_LENGTH * 0.9
}

/** A text without what spreadsheets do to it: line ends, and blanks around it. */
export function plainCell(text: string | null): string {
  return (text ?? '').replaceAll(/\r\n?/g, '\n').trim()
}

/** Whether a cell holds what was cut out of this text. */
export function isCutOf(cell: string, text: string | null): boolean {
  return text !== null && text.length > CELL_LIMIT && plainCell(cutForCell(text)) === plainCell(cell)
}
