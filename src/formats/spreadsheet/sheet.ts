import { type DomainError, invalid } from '../../errors.ts'

/** A range of merged cells; rows and columns from 0, both ends included. */
export interface MergedRange {
  startRow: number
  endRow: number
  startCol: number
  endCol: number
}

/** One sheet of a file as texts, row by row and column by column from 0, nothing left out. */
export interface RawSheet {
  /** The name of a sheet of a workbook; null for CSV. */
  name: string | null
  texts: readonly (readonly string[])[]
  /** Whether a cell is an error of the spreadsheet. */
  isError: (row: number, column: number, text: string) => boolean
  merges: readonly MergedRange[]
}

/** What a spreadsheet shows where it could not compute a value. */
export const ERROR_VALUE =
  /^#(REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)$/

/** The greatest spreadsheet (rule C-4). */
export const MAX_SHEET_BYTES = 50 * 1024 * 1024
/** Rows of a sheet: no component has as many requirements. */
export const MAX_ROWS = 20_000
/** Columns that may have a header. */
export const MAX_COLUMNS = 200
/** Column `ZZ`: a workbook with cells beyond it is refused. */
export const FAR_COLUMN = 702
/** UTF-16 units of a cell: no text is longer, not even one of the catalog. */
export const MAX_CELL = 200_000
/** UTF-16 units of all cells that are read. */
export const MAX_CHARACTERS = 40_000_000
/** How far down the header row may be. */
export const HEADER_ROWS = 25

/** 422 that names a spreadsheet, and where it is about one, the row. */
export function refused(filename: string, what: string, row: number | null = null): DomainError {
  const place = row === null ? '' : ` (row ${row})`
  return invalid('spreadsheet.unreadable', 'file', `The file ${filename.slice(0, 255)} ${what}${place}.`)
}

/** 422 for a spreadsheet that can be read but not used. */
export function unusable(message: string): DomainError {
  return invalid('spreadsheet.unusable', 'file', message)
}

export function tooManyColumns(filename: string): DomainError {
  return refused(filename, `has more than ${FAR_COLUMN} columns`)
}

export function tooManyRows(filename: string): DomainError {
  return refused(filename, `has more than ${MAX_ROWS} rows`, MAX_ROWS + 1)
}
