import { Warnings } from '../archive/warnings.ts'
import { toExcerpt } from './plain-text.ts'
import {
  HEADER_ROWS,
  MAX_CELL,
  MAX_CHARACTERS,
  MAX_ROWS,
  type MergedRange,
  type RawSheet,
  createRefusal,
  createTooManyRowsError,
} from './sheet.ts'
import {
  type Cells,
  repeatsHeaders,
  type TableHeader,
  type TableLayout,
  listUnreadHeaders,
} from './table-layout.ts'

/** Maximum rows, including those above the table. */
const MAX_READ = MAX_ROWS + HEADER_ROWS

/** One row of a table, under the number that a spreadsheet shows. */
export interface TableRow<C extends string> {
  row: number
  cells: Cells<C>
}

/** A parsed table and its warnings. */
export interface Table<C extends string> {
  columns: ReadonlySet<C>
  rows: TableRow<C>[]
  warnings: Warnings
}

/**
 * Reads the rows below a header. Skips rows without an identifier and cells without a header, with a warning. Throws
 * 422 with file and row for merged cells, errors and invalid texts.
 */
export function readTable<C extends string>(
  filename: string,
  layout: TableLayout<C>,
  sheet: RawSheet,
  header: TableHeader<C>,
): Table<C> {
  const reader = new TableReader(filename, layout, sheet, header)
  return reader.read()
}

class TableReader<C extends string> {
  readonly #filename: string
  readonly #layout: TableLayout<C>
  readonly #sheet: RawSheet
  readonly #header: TableHeader<C>
  readonly #warnings = new Warnings()
  readonly #unread: Map<number, string>
  /** Positions of the imported columns, in their order. */
  readonly #imported: readonly (readonly [C, number])[]
  readonly #isMerged: (row: number) => boolean
  #characters = 0
  #hasForms = false

  constructor(filename: string, layout: TableLayout<C>, sheet: RawSheet, header: TableHeader<C>) {
    this.#filename = filename
    this.#layout = layout
    this.#sheet = sheet
    this.#header = header
    this.#unread = listUnreadHeaders(filename, layout, sheet, header)
    const { compared = [] } = layout
    this.#imported = [...header.positions]
      .filter(([column]) => !compared.includes(column))
      .sort(([, a], [, b]) => a - b)
    this.#isMerged = createMergedRowLookup(
      sheet.merges,
      this.#imported.map(([, position]) => position),
    )
  }

  read(): Table<C> {
    const { row: headerRow, positions } = this.#header
    const { texts } = this.#sheet
    if (texts.length - headerRow - 1 > MAX_ROWS) throw createTooManyRowsError(this.#filename)
    for (const [index, cells] of texts.slice(0, headerRow).entries()) {
      this.#skip(index, cells, 'is above the headers and is not read')
    }
    const below = texts.slice(headerRow + 1)
    const rows = below.flatMap((cells, index) => this.#row(headerRow + 1 + index, cells))
    const used = listUsedPositions(below)
    for (const [position, reason] of this.#unread) if (used.has(position)) this.#warn(headerRow, reason)
    for (const { row, text } of this.#sheet.notes) {
      this.#warn(row, `the note "${toExcerpt(text)}" of a cell is not read`)
    }
    if (rows.length === 0 && !this.#hasForms) {
      throw createRefusal(this.#filename, 'has no rows below its headers', headerRow + 1)
    }
    return { columns: new Set(positions.keys()), rows, warnings: this.#warnings }
  }

  #row(index: number, texts: readonly string[]): TableRow<C>[] {
    if (texts.every((text) => text.trim() === '')) return []
    const cells: Cells<C> = {}
    for (const [column, position] of this.#header.positions) {
      cells[column] = withLineFeeds(texts[position] ?? '')
    }
    const kind = repeatsHeaders(this.#layout, cells) ? 'other' : this.#layout.classifyRow(cells)
    if (kind === 'other') {
      this.#skip(index, texts, `names no ${this.#layout.subject} and is left out`)
      return []
    }
    this.#warnOfCellsWithoutHeader(index, texts)
    if (kind === 'empty_form') {
      this.#hasForms = true
      return []
    }
    this.#assertReadable(index, cells)
    return [{ row: index + 1, cells }]
  }

  /** Warns about cells without a header. */
  #warnOfCellsWithoutHeader(index: number, texts: readonly string[]): void {
    const headers = this.#sheet.texts[this.#header.row] ?? []
    for (const [position, text] of texts.entries()) {
      if (text.trim() === '' || (headers[position] ?? '').trim() !== '') continue
      this.#warn(index, `"${toExcerpt(text)}" is in a column without a header and is not read`)
    }
  }

  #assertReadable(index: number, cells: Cells<C>): void {
    const filename = this.#filename
    const row = index + 1
    if (this.#isMerged(index)) {
      throw createRefusal(filename, `has merged cells in ${this.#findMergedHeader(index)}`, row)
    }
    for (const [column, position] of this.#imported) {
      const text = cells[column] ?? ''
      const header = this.#getHeader(position)
      this.#characters += text.length
      if (this.#sheet.isError(index, position, text)) {
        throw createRefusal(filename, `has the error ${toExcerpt(text)} in ${header}`, row)
      }
      if (text.length > MAX_CELL) {
        throw createRefusal(
          filename,
          `has a cell of ${text.length} characters in ${header}; ${MAX_CELL} are the limit`,
          row,
        )
      }
      if (text.includes('\0') || !text.isWellFormed()) {
        throw createRefusal(filename, `has unusable characters in ${header}`, row)
      }
    }
    if (this.#characters > MAX_CHARACTERS) {
      throw createRefusal(filename, `has more than ${MAX_CHARACTERS} characters`, row)
    }
  }

  #getHeader(position: number): string {
    return toExcerpt(this.#sheet.texts[this.#header.row]?.[position] ?? '')
  }

  /** The header of the first imported column that is merged in this row. */
  #findMergedHeader(index: number): string {
    const merges = this.#sheet.merges.filter(({ startRow, endRow }) => index >= startRow && index <= endRow)
    const merged = this.#imported.find(([, position]) =>
      merges.some(({ startCol, endCol }) => position >= startCol && position <= endCol),
    )
    return this.#getHeader(merged?.[1] ?? 0)
  }

  #skip(index: number, texts: readonly string[], reason: string): void {
    const content = texts.filter((text) => text.trim() !== '').join(' ')
    if (content !== '') this.#warn(index, `"${toExcerpt(content)}" ${reason}`)
  }

  #warn(index: number, message: string): void {
    this.#warnings.add(this.#filename.slice(0, 255), index + 1, message)
  }
}

/** Normalizes the line ends in a cell, which differ between programs. */
function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}

/** Returns the columns with a cell that is not blank. */
function listUsedPositions(rows: readonly (readonly string[])[]): Set<number> {
  const used = new Set<number>()
  for (const cells of rows) {
    for (const [position, text] of cells.entries()) if (text.trim() !== '') used.add(position)
  }
  return used
}

/** Returns a function that tests whether a merged range covers one of these columns in a row. */
function createMergedRowLookup(
  merges: readonly MergedRange[],
  columns: readonly number[],
): (row: number) => boolean {
  const starts = new Map<number, number>()
  const add = (row: number, count: number) => starts.set(row, (starts.get(row) ?? 0) + count)
  for (const { startRow, endRow, startCol, endCol } of merges) {
    if (!columns.some((column) => column >= startCol && column <= endCol)) continue
    add(startRow, 1)
    add(endRow + 1, -1)
  }
  const merged = new Set<number>()
  let [open, firstRow] = [0, 0]
  for (const [row, count] of [...starts].toSorted(([a], [b]) => a - b)) {
    if (open > 0) {
      for (let offset = firstRow; offset < Math.min(row, firstRow + MAX_READ); offset += 1) merged.add(offset)
    }
    open += count
    firstRow = row
  }
  return (row) => merged.has(row)
}
