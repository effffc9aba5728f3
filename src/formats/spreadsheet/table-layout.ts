import { toExcerpt, toHeaderKey } from './plain-text.ts'
import { HEADER_ROWS, MAX_COLUMNS, type RawSheet, createSheetError } from './sheet.ts'

/** The cells of a row by column, with line feeds as line ends. */
export type Cells<C extends string> = Partial<Record<C, string>>

/** Kind of a row: a record, an empty row of a form, or neither. */
export type RowKind = 'record' | 'empty_form' | 'other'

/** The layout of a kind of table in spreadsheets. */
export interface TableLayout<C extends string> {
  /** Columns with their known headers, the preferred one first. */
  columns: Readonly<Record<C, readonly string[]>>
  /** Columns that are only compared, so that their cells are never rejected. */
  compared?: readonly C[]
  /** Known headers that are not imported. */
  unread: readonly string[]
  /** Missing required headers of a table with these columns. */
  missing: (columns: ReadonlySet<C>) => readonly string[]
  classifyRow: (cells: Cells<C>) => RowKind
  /** The noun for messages about rows of kind `other`. */
  subject: string
}

/** The header row of a table; rows and columns from 0. */
export interface TableHeader<C extends string> {
  row: number
  positions: ReadonlyMap<C, number>
}

/** The header row, or the missing headers of the most similar row. */
export type HeaderSearch<C extends string> =
  | { found: true; header: TableHeader<C> }
  | { found: false; row: number; known: number; missing: readonly string[] }

/** Finds the first row with the required headers within the first 25 rows. */
export function findHeader<C extends string>(
  layout: TableLayout<C>,
  texts: readonly (readonly string[])[],
): HeaderSearch<C> {
  const headers = listKnownHeaders(layout)
  let best: HeaderSearch<C> = { found: false, row: 0, known: 0, missing: layout.missing(new Set()) }
  for (const [row, cells] of texts.slice(0, HEADER_ROWS).entries()) {
    const positions = findPositions(headers, cells)
    const missing = layout.missing(new Set(positions.keys()))
    if (missing.length === 0) return { found: true, header: { row, positions } }
    if (positions.size > best.known) best = { found: false, row, known: positions.size, missing }
  }
  return best
}

/** Column and rank of each known header, by its key. */
type KnownHeaders<C extends string> = ReadonlyMap<string, { column: C; rank: number }>

function listKnownHeaders<C extends string>({ columns }: TableLayout<C>): KnownHeaders<C> {
  const known = new Map<string, { column: C; rank: number }>()
  for (const [column, names] of Object.entries(columns) as [C, readonly string[]][]) {
    for (const [rank, name] of names.entries()) known.set(toHeaderKey(name), { column, rank })
  }
  return known
}

/** Finds the position of each column; if a column has several headers, that of the preferred one. */
function findPositions<C extends string>(headers: KnownHeaders<C>, cells: readonly string[]): Map<C, number> {
  const positions = new Map<C, { position: number; rank: number }>()
  for (const [position, header] of cells.slice(0, MAX_COLUMNS).entries()) {
    const knownHeader = headers.get(toHeaderKey(header))
    if (!knownHeader) continue
    const before = positions.get(knownHeader.column)
    if (!before || knownHeader.rank < before.rank) {
      positions.set(knownHeader.column, { position, rank: knownHeader.rank })
    }
  }
  return new Map([...positions].map(([column, { position }]) => [column, position]))
}

/** Lists ignored headers by position, each with the reason. Throws 422 for a duplicate header. */
export function listUnreadHeaders<C extends string>(
  filename: string,
  layout: TableLayout<C>,
  { texts }: RawSheet,
  { row, positions }: TableHeader<C>,
): Map<number, string> {
  const known = listKnownHeaders(layout)
  const ignoredHeaders = new Set(['', ...layout.unread.map((name) => toHeaderKey(name))])
  const unread = new Map<number, string>()
  const headers = texts[row] ?? []
  for (const [position, header] of headers.entries()) {
    const key = toHeaderKey(header)
    const column = known.get(key)?.column
    const readPosition = column && positions.get(column)
    if (ignoredHeaders.has(key) || readPosition === position) continue
    const instead = readPosition === undefined ? '' : (headers[readPosition] ?? '')
    if (toHeaderKey(instead) === key) {
      throw createSheetError(
        `The file ${filename.slice(0, 255)} has the column ${toExcerpt(header)} twice (row ${row + 1}).`,
      )
    }
    const reason =
      readPosition === undefined
        ? 'is not known and is not read'
        : `is not read, because ${toExcerpt(instead)} is`
    unread.set(position, `the column ${toExcerpt(header)} ${reason}`)
  }
  return unread
}

/** Whether a row repeats the headers, as after a page break. */
export function repeatsHeaders<C extends string>(layout: TableLayout<C>, cells: Cells<C>): boolean {
  const filled = (Object.entries(cells) as [C, string][]).filter(([, text]) => text.trim() !== '')
  return (
    filled.length > 0 &&
    filled.every(([column, text]) =>
      layout.columns[column].some((name) => toHeaderKey(name) === toHeaderKey(text)),
    )
  )
}
