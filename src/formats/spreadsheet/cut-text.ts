/** Maximum UTF-16 units of a cell. */
export const CELL_LIMIT = 32_767
/** Units of a truncated text before the mark. */
const CUT_LENGTH = 32_700
export const CUT_MARK = ' […]'

/** Truncates a text for a cell at a character boundary and marks it (rule C-73). */
export function cutForCell(text: string): string {
  if (text.length <= CELL_LIMIT) return text
  const cut = text.slice(0, CUT_LENGTH)
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)) + CUT_MARK
}

/** Whether a cell may be truncated. */
export function isCut(cell: string): boolean {
  return cell.trimEnd().endsWith(CUT_MARK.trimStart()) && cell.length > CUT_LENGTH * 0.9
}

/** Normalizes line ends and outer blanks, which spreadsheets change. */
export function toPlainCell(text: string | null): string {
  return (text ?? '').replaceAll(/\r\n?/g, '\n').trim()
}

/** Whether a cell is the truncated form of this text. */
export function isTruncated(cell: string, text: string | null): boolean {
  return text !== null && text.length > CELL_LIMIT && toPlainCell(cutForCell(text)) === toPlainCell(cell)
}
