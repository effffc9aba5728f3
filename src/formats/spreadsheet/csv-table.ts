import { HEADER_ROWS, MAX_COLUMNS, MAX_ROWS, createRefusal, createTooManyRowsError } from './sheet.ts'

const [QUOTE, NEWLINE, RETURN] = [0x22, 0x0a, 0x0d]
/** Maximum cells of a file. */
const MAX_CELLS = MAX_ROWS * MAX_COLUMNS
const UNCLOSED_QUOTE = 'has a quotation mark that is not closed, or is cut off'

/**
 * Parses a delimited text (RFC 4180), without empty trailing rows, at most `max` rows. Throws 422 with file and row
 * for an unclosed quote or too many rows or cells. Not a library, because that takes a minute for the largest file.
 */
export function readCsvTable(filename: string, text: string, delimiter: string, max = Infinity): string[][] {
  const separator = delimiter.charCodeAt(0)
  const table: string[][] = []
  let row: string[] = []
  let filled = false
  let [empty, cells, number, index] = [0, 0, 1, 0]
  const endRow = () => {
    if (filled) {
      if (table.length + empty > MAX_ROWS + HEADER_ROWS) throw createTooManyRowsError(filename)
      for (; empty > 0; empty -= 1) table.push([])
      table.push(row)
    } else empty += 1
    row = []
    filled = false
    number += 1
  }
  const isEnd = (letter: number) => letter === separator || letter === NEWLINE || letter === RETURN
  while (index < text.length) {
    let cell = ''
    if (text.charCodeAt(index) === QUOTE) {
      const quoted = readQuoted(text, index)
      if (!quoted) throw createRefusal(filename, UNCLOSED_QUOTE, number)
      ;[cell, index] = quoted
    }
    const start = index
    while (index < text.length && !isEnd(text.charCodeAt(index))) index += 1
    if (index > start) cell += text.slice(start, index)
    if (cell !== '') filled = true
    row.push(cell)
    cells += 1
    if (cells > MAX_CELLS) throw createRefusal(filename, `has more than ${MAX_CELLS} cells`, number)
    if (index >= text.length) break
    const letter = text.charCodeAt(index)
    index += letter === RETURN && text.charCodeAt(index + 1) === NEWLINE ? 2 : 1
    if (letter !== separator) endRow()
    if (number > max) return table
  }
  endRow()
  return table
}

/** Returns the quoted value from here and its end; null if it is not closed. */
function readQuoted(text: string, offset: number): [string, number] | null {
  for (let searchStart = offset + 1; ;) {
    const end = text.indexOf('"', searchStart)
    if (end === -1) return null
    if (text.charCodeAt(end + 1) !== QUOTE) {
      const quoted = text.slice(offset + 1, end)
      return [searchStart === offset + 1 ? quoted : quoted.replaceAll('""', '"'), end + 1]
    }
    searchStart = end + 2
  }
}
