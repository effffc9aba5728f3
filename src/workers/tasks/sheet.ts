import { createHash } from 'node:crypto'
import { validationError } from '../../errors.ts'
import type { WarningList } from '../../formats/archive/warnings.ts'
import { type CommentCells, COMMENT_LAYOUT, parseComments } from '../../formats/spreadsheet/comment-sheet.ts'
import { readCsv } from '../../formats/spreadsheet/csv-reader.ts'
import {
  type DispositionCells,
  DISPOSITION_LAYOUT,
  parseDispositions,
} from '../../formats/spreadsheet/disposition.ts'
import {
  createRequirementLayout,
  type RequirementSheet,
  parseRequirements,
  type SheetPurpose,
} from '../../formats/spreadsheet/requirements.ts'
import { readLinks, type RowLinks } from '../../formats/spreadsheet/row-links.ts'
import {
  MAX_SHEET_BYTES,
  type RawSheet,
  createRefusal,
  createSheetError,
} from '../../formats/spreadsheet/sheet.ts'
import { findHeader, type TableLayout } from '../../formats/spreadsheet/table-layout.ts'
import { readTable, type Table } from '../../formats/spreadsheet/table.ts'
import { readXlsx } from '../../formats/xlsx/read.ts'
import { type ByteSource, readByteRange } from '../../lib/temp-files/byte-range.ts'

export interface SheetInput {
  filename: string
  content: ByteSource
  /** Suffix of the preferred sheet, if several have the required headers. */
  preferred?: string | null
}

/** A sheet of requirements with its links, the skipped content and a digest of the file. */
export interface ReadRequirements extends RequirementSheet {
  links: ReadonlyMap<number, RowLinks>
  skipped: WarningList
  digest: string
}

/** Reads a sheet of requirements with its links. Throws 422 with file and row. */
export async function readRequirementSheet(
  input: SheetInput & { purpose: SheetPurpose },
): Promise<ReadRequirements> {
  const { table, digest } = await readTableFile(input, createRequirementLayout(input.purpose))
  const sheet = parseRequirements(table)
  const links =
    input.purpose === 'detection' ? new Map<number, RowLinks>() : readLinks(input.filename, sheet.rows)
  return { ...sheet, links, skipped: table.warnings.toPlain(), digest }
}

/** Reads a comment sheet. Throws 422 with file and row. */
export async function readCommentSheet(
  input: SheetInput,
): Promise<{ rows: CommentCells[]; skipped: WarningList }> {
  const { table } = await readTableFile(input, COMMENT_LAYOUT)
  return { rows: parseComments(input.filename, table), skipped: table.warnings.toPlain() }
}

/** Reads a disposition matrix. Throws 422 with file and row. */
export async function readDispositionSheet(
  input: SheetInput,
): Promise<{ rows: DispositionCells[]; skipped: WarningList }> {
  const { table } = await readTableFile(input, DISPOSITION_LAYOUT)
  return { rows: parseDispositions(table), skipped: table.warnings.toPlain() }
}

/** Reads the table of an uploaded spreadsheet, `.csv` or `.xlsx`. Throws 422 with file and row (rule C-73). */
async function readTableFile<C extends string>(
  { filename, content, preferred = null }: SheetInput,
  layout: TableLayout<C>,
): Promise<{ table: Table<C>; digest: string }> {
  const extension = /\.[^./\\]*$/.exec(filename)?.[0].toLowerCase()
  if (extension !== '.csv' && extension !== '.xlsx') {
    throw validationError(
      'upload.extension',
      'file',
      `The file ${filename.slice(0, 255)} must be .csv or .xlsx.`,
    )
  }
  if (content.byteLength > MAX_SHEET_BYTES) throw createRefusal(filename, 'is larger than 50 MiB')
  const bytes = readByteRange(content, 0, content.byteLength)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { sheet, notes } =
    extension === '.csv'
      ? readCsv(filename, bytes, (texts) => countKnownHeaders(layout, texts))
      : await readWorkbook(filename, bytes, layout, preferred)
  const table = readTable(filename, layout, sheet, requireHeader(filename, layout, sheet))
  for (const note of notes) table.warnings.addText(`${filename.slice(0, 255)}: ${note}.`)
  return { table, digest }
}

async function readWorkbook<C extends string>(
  filename: string,
  bytes: Uint8Array,
  layout: TableLayout<C>,
  preferred: string | null,
): Promise<{ sheet: RawSheet; notes: string[] }> {
  const isWanted = (texts: RawSheet['texts']) => findHeader(layout, texts).found
  const { sheet, before, alsoWanted } = await readXlsx(filename, bytes, isWanted, preferred)
  const skippedSheets = before.map((name) => `the sheet ${name} lacks the headers and is not read`)
  const further = alsoWanted.map((name) => `the sheet ${name} is not read, because ${sheet.name ?? ''} is`)
  return { sheet, notes: [...skippedSheets, ...further] }
}

/** Returns the number of known headers in the best header row. */
function countKnownHeaders<C extends string>(layout: TableLayout<C>, texts: RawSheet['texts']): number {
  const search = findHeader(layout, texts)
  return search.found ? Infinity : search.known
}

function requireHeader<C extends string>(filename: string, layout: TableLayout<C>, sheet: RawSheet) {
  const search = findHeader(layout, sheet.texts)
  if (search.found) return search.header
  const columns = `${search.missing.join(', ')} (row ${search.row + 1})`
  throw createSheetError(`The file ${filename.slice(0, 255)} lacks these headers: ${columns}.`)
}
