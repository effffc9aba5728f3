import { type DomainError, validationError } from '../../errors.ts'

/** A range of merged cells; rows and columns from 0, both ends included. */
export interface MergedRange {
  startRow: number
  endRow: number
  startCol: number
  endCol: number
}

/** One sheet as complete rows of text, from row and column 0. */
export interface RawSheet {
  /** The name of a sheet of a workbook; null for CSV. */
  name: string | null
  texts: readonly (readonly string[])[]
  /** Whether a cell is an error of the spreadsheet. */
  isError: (row: number, column: number, text: string) => boolean
  merges: readonly MergedRange[]
  /** Notes of cells; rows from 0. */
  notes: readonly { row: number; text: string }[]
}

/** Error values of spreadsheets. */
export const ERROR_VALUE =
  /^#(REF!|VALUE!|NAME\?|DIV\/0!|N\/A|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA)$/

/** Maximum bytes of a spreadsheet (rule C-4). */
export const MAX_SHEET_BYTES = 50 * 1024 * 1024
/** Maximum rows of a sheet. */
export const MAX_ROWS = 20_000
/** Maximum columns with a header. */
export const MAX_COLUMNS = 200
/** Column `ZZ`: workbooks with cells beyond it are rejected. */
export const FAR_COLUMN = 702
/** Maximum UTF-16 units of a cell, more than any catalog text has. */
export const MAX_CELL = 200_000
/** Maximum UTF-16 units of all cells. */
export const MAX_CHARACTERS = 40_000_000
/** Rows that are searched for the header. */
export const HEADER_ROWS = 25

/** Creates a 422 with the spreadsheet's name and, if given, the row. */
export function createRefusal(filename: string, problem: string, row: number | null = null): DomainError {
  const location = row === null ? '' : ` (row ${row})`
  return validationError(
    'spreadsheet.unreadable',
    'file',
    `The file ${filename.slice(0, 255)} ${problem}${location}.`,
  )
}

/** Creates a 422 for a readable but unusable spreadsheet. */
export function createSheetError(message: string): DomainError {
  return validationError('spreadsheet.unusable', 'file', message)
}

/** Creates the 422 for a spreadsheet with too many columns. */
export function createTooManyColumnsError(filename: string): DomainError {
  return createRefusal(filename, `has more than ${FAR_COLUMN} columns`)
}

/** Creates the 422 for a spreadsheet with too many rows. */
export function createTooManyRowsError(filename: string): DomainError {
  return createRefusal(filename, `has more than ${MAX_ROWS} rows`, MAX_ROWS + 1)
}
