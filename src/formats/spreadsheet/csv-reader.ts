import { csvTable } from './csv-table.ts'
import { csvText } from './csv-text.ts'
import { ERROR_VALUE, HEADER_ROWS, type RawSheet } from './sheet.ts'

/** A CSV file as a sheet, and what has to be told about how it was read. */
export interface ReadCsv {
  sheet: RawSheet
  notes: string[]
}

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Reads a CSV file as Excel, LibreOffice, Google Sheets and this service write it. Its delimiter is the one that a
 * `sep=` line names, else the one that yields a header row, as `known` counts the headers that it knows in a row. Throws
 * 422 naming file and row.
 */
export function readCsv(
  filename: string,
  bytes: Uint8Array,
  known: (texts: readonly (readonly string[])[]) => number,
): ReadCsv {
  const { text, isWindows1252 } = csvText(filename, bytes)
  const separated = separatorLine(text)
  const content = separated ? text.slice(separated.length) : text
  const delimiter = separated?.delimiter ?? delimiterOf(filename, content, known)
  const texts = csvTable(filename, content, delimiter).map((cells) => cells.map(unescaped))
  const isError = (_row: number, _column: number, cell: string) => ERROR_VALUE.test(cell.trim())
  return {
    sheet: { name: null, texts, isError, merges: [] },
    notes: isWindows1252 ? ['it is not UTF-8 and was read as windows-1252'] : [],
  }
}

/** Removes the one apostrophe that keeps a text from being a formula (rule C-73). */
export function unescaped(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** The line by which Excel is told the delimiter; spreadsheets do not show it as a row. */
function separatorLine(text: string): { delimiter: string; length: number } | null {
  const found = /^"?sep=(.)"?(?:\r\n?|\n)/i.exec(text.slice(0, 16))
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length }
}

function delimiterOf(
  filename: string,
  text: string,
  known: (texts: readonly (readonly string[])[]) => number,
): string {
  const counted = DELIMITERS.map((delimiter) => ({
    delimiter,
    known: known(beginning(filename, text, delimiter)),
  }))
  const [best] = counted.toSorted((a, b) => b.known - a.known)
  return best?.delimiter ?? ','
}

/** The rows that may have the headers; what makes the file unreadable is told when all of it is read. */
function beginning(filename: string, text: string, delimiter: string): string[][] {
  try {
    return csvTable(filename, text, delimiter, HEADER_ROWS)
  } catch {
    return []
  }
}
