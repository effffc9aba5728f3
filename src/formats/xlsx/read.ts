import { readXlsx as readWorkbook, type Sheet } from 'hucre/xlsx'
import { unescapeFormula } from '../spreadsheet/csv-reader.ts'
import { ERROR_VALUE, HEADER_ROWS, MAX_ROWS, type RawSheet, createRefusal } from '../spreadsheet/sheet.ts'
import { formatCell } from './cell-text.ts'
import { guardWorkbook, type WorkbookFacts } from './guard.ts'

/** Range to read: rows including those above the headers, and columns up to `ZZ`. */
const ROWS = MAX_ROWS + HEADER_ROWS + 1
const FULL_RANGE = `A1:ZZ${ROWS}`
const HEADER_RANGE = `A1:ZZ${HEADER_ROWS}`

/** A sheet of a workbook, and the names of visible sheets that were skipped. */
export interface SelectedSheet {
  sheet: RawSheet
  /** Sheets before it, and sheets after it that have the headers too. */
  before: string[]
  alsoWanted: string[]
}

/**
 * Reads the first visible sheet for which `isWanted` accepts the first 25 rows, otherwise the first visible one. Sheets
 * whose name ends in `preferred` come first. Throws 422 as `guardWorkbook` does, and for damaged workbooks.
 */
export async function readXlsx(
  filename: string,
  bytes: Uint8Array,
  isWanted: (texts: RawSheet['texts']) => boolean,
  preferred: string | null = null,
): Promise<SelectedSheet> {
  const { sheets, ...facts } = guardWorkbook(filename, bytes)
  const list = (range: string, only: number | null = null) =>
    listVisibleSheets(filename, bytes, { ...facts, range, only })
  const first = await list(sheets === 1 ? FULL_RANGE : HEADER_RANGE)
  const isPreferred = ({ name }: RawSheet) => preferred !== null && (name ?? '').endsWith(preferred)
  const ordered = [...first.filter(isPreferred), ...first.filter((sheet) => !isPreferred(sheet))]
  const chosen = ordered.find(({ texts }) => isWanted(texts)) ?? ordered[0]
  if (!chosen) throw createRefusal(filename, 'has no sheet')
  const [sheet = chosen] = sheets === 1 ? [chosen] : await list(FULL_RANGE, first.indexOf(chosen))
  const position = first.indexOf(chosen)
  const before = isPreferred(chosen) ? [] : first.slice(0, position)
  const alsoWanted = isPreferred(chosen)
    ? []
    : first.slice(position + 1).filter(({ texts }) => isWanted(texts))
  const listNames = (those: RawSheet[]) => those.map(({ name }) => name ?? '')
  return { sheet, before: listNames(before), alsoWanted: listNames(alsoWanted) }
}

interface SheetSelection extends Omit<WorkbookFacts, 'sheets'> {
  range: string
  /** Position of the only sheet to read among the visible ones; null to read all. */
  only: number | null
}

/** Reads a range of the visible sheets that have cells. */
async function listVisibleSheets(
  filename: string,
  bytes: Uint8Array,
  { range, withoutCells, hasNumberFormats, only }: SheetSelection,
): Promise<RawSheet[]> {
  let visible = -1
  try {
    const { sheets } = await readWorkbook(bytes, {
      sheets: ({ index, hidden, veryHidden }) => {
        if (hidden || veryHidden || withoutCells.has(index)) return false
        visible += 1
        return only === null || visible === only
      },
      maxRows: ROWS,
      range,
      readStyles: hasNumberFormats,
    })
    return sheets.map(readRawSheet)
  } catch {
    throw createRefusal(filename, 'is damaged, encrypted or not an XLSX workbook')
  }
}

function readRawSheet({ name, rows, cells, merges = [] }: Sheet): RawSheet {
  const findCell = (row: number, column: number) => cells?.get(`${row},${column}`)
  return {
    name,
    texts: rows.map((values, row) =>
      // A CSV file that a spreadsheet saves as a workbook keeps its apostrophes.
      Array.from(values, (value, column) => unescapeFormula(formatCell(value, findCell(row, column)))),
    ),
    isError: (row, column, text) => {
      const cell = findCell(row, column)
      return cell?.type === 'error' || (cell?.formula !== undefined && ERROR_VALUE.test(text))
    },
    merges,
    notes: [...(cells ?? [])].flatMap(([position, { comment }]) =>
      comment ? [{ row: Number.parseInt(position, 10), text: comment.text }] : [],
    ),
  }
}
