import { readXlsx as readWorkbook, type Cell, type CellValue, type Sheet as ReadSheet } from 'hucre/xlsx'
import {
  ERROR_VALUE,
  MAX_COLUMNS,
  MAX_ROWS,
  refused,
  type Sheet,
  sheetOf,
  tooManyColumns,
} from '../spreadsheet/sheet.ts'
import { guardWorkbook } from './guard.ts'

/** Cells beyond are not read: what spreadsheets leave there is empty, and else the workbook was refused before. */
const LARGEST = `A1:ZZ${MAX_ROWS + 2}`

/**
 * The first sheet of a workbook that is not hidden, as texts; a formula is its result, or itself where the file has none
 * (rule C-73). Throws 422 naming file and row for merged cells, what `guardWorkbook` refuses, and what the library cannot
 * read.
 */
export async function readXlsx(filename: string, bytes: Uint8Array): Promise<Sheet> {
  guardWorkbook(filename, bytes)
  const sheet = await firstSheet(filename, bytes)
  const [merged] = sheet.merges ?? []
  if (merged) throw refused(filename, 'has merged cells', merged.startRow + 1)
  if (sheet.rows.some((row) => row.length > MAX_COLUMNS)) throw tooManyColumns(filename)
  const cellAt = (row: number, column: number) => sheet.cells?.get(`${row},${column}`)
  return sheetOf(filename, {
    texts: sheet.rows.map((cells, row) =>
      Array.from(cells, (value, column) => textOf(value, cellAt(row, column))),
    ),
    isError: (row, column, text) => {
      const cell = cellAt(row, column)
      return cell?.type === 'error' || (cell?.formula !== undefined && ERROR_VALUE.test(text))
    },
    unescaped: false,
  })
}

async function firstSheet(filename: string, bytes: Uint8Array): Promise<ReadSheet> {
  let read: ReadSheet[]
  try {
    const { sheets } = await readWorkbook(bytes, {
      sheets: firstShown(),
      maxRows: MAX_ROWS + 2,
      range: LARGEST,
    })
    read = sheets
  } catch {
    throw refused(filename, 'is damaged, encrypted or no XLSX workbook')
  }
  const [sheet] = read
  if (!sheet) throw refused(filename, 'has no sheet')
  return sheet
}

/** Takes the first sheet that people see, and no other. */
function firstShown(): (sheet: { hidden?: boolean; veryHidden?: boolean }) => boolean {
  let taken = false
  return ({ hidden = false, veryHidden = false }) => {
    const takes = !taken && !hidden && !veryHidden
    taken ||= takes
    return takes
  }
}

function textOf(value: CellValue | undefined, cell: Cell | undefined): string {
  if (value === null || value === undefined) return cell?.formula ? `=${cell.formula}` : ''
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T00:00:00.000Z', '')
      .replace('T', ' ')
      .replace(/\.000Z$/, ' UTC')
  return String(value)
}
