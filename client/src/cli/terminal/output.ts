import { plain, plainJson, plainLine } from './plain.ts'
import { countColumns } from './progress.ts'

export type Cell = string | number | boolean | null | undefined

/** What a table shows of a row, by the heading of each column. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** Where results go: for people in words, with `--json` for scripts. What is said besides goes to stderr. */
export interface Output {
  json: boolean
  /** The one result of a command; `words` is what people read. */
  document: (value: unknown, words: string) => void
  /** One portion of a list: a line of JSON for each row, or a table. */
  rows: <Row>(rows: readonly Row[], columns: Columns<Row>) => void
  /** One of many results that come one by one. */
  line: (value: unknown, words: string) => void
  /** A remark for people; nothing with `--json`. */
  note: (words: string) => void
}

export function outputFor(options: { json?: true | undefined }): Output {
  const json = options.json === true
  let headed = false
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const line = (value: unknown, words: string) => print(json ? plainJson(value) : plain(words))
  return {
    json,
    line,
    document: line,
    rows: (rows, columns) => {
      if (json) return rows.forEach((row) => print(plainJson(row)))
      for (const text of table(rows, columns, !headed)) print(text)
      headed = true
    },
    note: (words) => {
      if (!json) process.stderr.write(`${plain(words)}\n`)
    },
  }
}

function table<Row>(rows: readonly Row[], columns: Columns<Row>, headed: boolean): string[] {
  const cells = rows.map((row) => Object.values(columns).map((cell) => shown(cell(row))))
  const lines = headed ? [Object.keys(columns), ...cells] : cells
  const widths = Object.keys(columns).map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)))
  const room = process.stdout.isTTY ? countColumns(process.stdout) : Number.POSITIVE_INFINITY
  return lines.map((line) => {
    const text = line
      .map((cell, at) => (at === line.length - 1 ? cell : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
    return text.length > room ? `${text.slice(0, room - 1)}…` : text
  })
}

function shown(value: Cell): string {
  return value === null || value === undefined ? '-' : plainLine(String(value))
}
