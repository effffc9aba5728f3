import { FORMULA_START } from '../csv.ts'
import { readCsvTable } from './csv-table.ts'
import { decodeCsvText } from './csv-text.ts'
import { ERROR_VALUE, HEADER_ROWS, type RawSheet } from './sheet.ts'

/** A CSV file as a sheet, and notes for the user about how it was read. */
export interface ReadCsv {
  sheet: RawSheet
  notes: string[]
}

const DELIMITERS = [',', ';', '\t'] as const

/**
 * Reads a CSV file of Excel, LibreOffice, Google Sheets or this service. The delimiter comes from a `sep=` line, or is the
 * one with the most known headers, which `countKnown` counts. Throws 422 with file and row.
 */
export function readCsv(
  filename: string,
  bytes: Uint8Array,
  countKnown: (texts: readonly (readonly string[])[]) => number,
): ReadCsv {
  const { text, isWindows1252 } = decodeCsvText(filename, bytes)
  const separated = matchSeparatorLine(text)
  const content = separated ? text.slice(separated.length) : text
  const delimiter = separated?.delimiter ?? detectDelimiter(filename, content, countKnown)
  const texts = readCsvTable(filename, content, delimiter).map((cells) => cells.map(unescapeFormula))
  const isError = (_row: number, _column: number, cell: string) => ERROR_VALUE.test(cell.trim())
  return {
    sheet: { name: null, texts, isError, merges: [], notes: [] },
    notes: isWindows1252 ? ['it is not UTF-8 and was read as windows-1252'] : [],
  }
}

/** Removes the apostrophe that exports put before texts that look like formulas (rule C-73). */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell
}

/** Finds the `sep=` line, which sets the delimiter in Excel and is not a row. */
function matchSeparatorLine(text: string): { delimiter: string; length: number } | null {
  const match = /^"?sep=(.)"?(?:\r\n?|\n)/i.exec(text.slice(0, 16))
  return match?.[1] === undefined ? null : { delimiter: match[1], length: match[0].length }
}

function detectDelimiter(
  filename: string,
  text: string,
  countKnown: (texts: readonly (readonly string[])[]) => number,
): string {
  const candidates = DELIMITERS.map((delimiter) => ({
    delimiter,
    known: countKnown(readHeaderRows(filename, text, delimiter)),
  }))
  const [best] = candidates.toSorted((a, b) => b.known - a.known)
  return best?.delimiter ?? ','
}

/** Reads the rows that may have the headers; none if they are malformed, which reading the whole file reports. */
function readHeaderRows(filename: string, text: string, delimiter: string): string[][] {
  try {
    return readCsvTable(filename, text, delimiter, HEADER_ROWS)
  } catch {
    return []
  }
}
