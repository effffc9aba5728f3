import { csvTable } from './csv-table.ts'
import { ERROR_VALUE, refused, type Sheet, sheetOf } from './sheet.ts'

/**
 * A CSV file as it comes from Excel and from this service: UTF-8 with or without BOM, UTF-16 with one, any line ends,
 * commas, semicolons or tabs. Throws 422 naming file and row.
 */
export function readCsv(filename: string, bytes: Uint8Array): Sheet {
  const text = textOf(filename, bytes)
  const table = csvTable(filename, text, delimiterOf(text))
  return sheetOf(filename, {
    texts: table.map((cells) => cells.map((cell) => unescaped(cell))),
    isError: (_row, _column, text) => ERROR_VALUE.test(text.trim()),
    unescaped: true,
  })
}

/** Without the one apostrophe that keeps a text from being a formula (rule C-73). */
export function unescaped(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

function textOf(filename: string, bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    const row = unreadableRow(bytes)
    throw refused(
      filename,
      'is neither UTF-8 nor UTF-16 with a byte order mark',
      encoding === 'utf-8' ? row : null,
    )
  }
}

/** The line of the first byte that is no UTF-8. */
function unreadableRow(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let row = 1
  for (let at = 0; at < bytes.byteLength;) {
    const found = bytes.indexOf(0x0a, at)
    const end = found === -1 ? bytes.byteLength : found + 1
    try {
      decoder.decode(bytes.subarray(at, end))
    } catch {
      return row
    }
    at = end
    row += 1
  }
  return row
}

/** What stands between the headers, outside of quotation marks. */
function delimiterOf(text: string): string {
  const end = text.search(/[\r\n]/)
  const headers = text.slice(0, end === -1 ? undefined : end).replaceAll(/"[^"]*"/g, '')
  const count = (delimiter: string) => headers.split(delimiter).length
  const [best = ','] = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))
  return best
}
