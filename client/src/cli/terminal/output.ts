import { removeControlCharacters, toSafeJson, toSafeLine } from './plain.ts'
import { countColumns } from './progress.ts'

export type Cell = string | number | boolean | null | undefined

/** The columns of a table, by heading. */
export type Columns<Row> = Record<string, (row: Row) => Cell>

/** Prints results to stdout, as text or, with `--json`, for scripts. Remarks go to stderr. */
export interface Output {
  json: boolean
  /** Prints the only result of a command; `text` is the form for people. */
  document: (value: unknown, text: string) => void
  /** Prints a part of a list: a line of JSON for each row, or a table. */
  rows: <Row>(rows: readonly Row[], columns: Columns<Row>) => void
  /** Prints one of several results. */
  line: (value: unknown, text: string) => void
  /** Prints a remark to stderr; nothing with `--json`. */
  note: (text: string) => void
}

export function createOutput(options: { json?: true | undefined }): Output {
  const json = options.json === true
  let hasHeader = false
  const print = (text: string) => process.stdout.write(`${text}\n`)
  const line = (value: unknown, text: string) =>
    print(json ? toSafeJson(value) : removeControlCharacters(text))
  return {
    json,
    line,
    document: line,
    rows: (rows, columns) => {
      if (json) return rows.forEach((row) => print(toSafeJson(row)))
      for (const text of formatTable(rows, columns, !hasHeader)) print(text)
      hasHeader = true
    },
    note: (text) => {
      if (!json) process.stderr.write(`${removeControlCharacters(text)}\n`)
    },
  }
}

function formatTable<Row>(rows: readonly Row[], columns: Columns<Row>, hasHeader: boolean): string[] {
  const cells = rows.map((row) => Object.values(columns).map((cell) => formatCell(cell(row))))
  const lines = hasHeader ? [Object.keys(columns), ...cells] : cells
  const widths = Object.keys(columns).map((_, index) =>
    Math.max(...lines.map((line) => line[index]?.length ?? 0)),
  )
  const width = process.stdout.isTTY ? countColumns(process.stdout) : Number.POSITIVE_INFINITY
  return lines.map((line) => {
    const text = line
      .map((cell, index) => (index === line.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
    return text.length > width ? `${text.slice(0, width - 1)}…` : text
  })
}

function formatCell(value: Cell): string {
  return value === null || value === undefined ? '-' : toSafeLine(String(value))
}
