/** Cells that begin like a formula, as the CSV files of the service treat them (`src/formats/csv.ts`). */
const FORMULA_START = /^'*(?:[\t\r]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/

/** The figures of a chart: a heading for each column, and the rows. */
export interface ChartData {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** Converts the figures to a data URL of a CSV file. Cells that begin like a formula become text. */
export function toCsvAddress({ columns, rows }: ChartData): string {
  const quoteCell = (value: string | number) => {
    const text = typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : String(value)
    return `"${text.replaceAll('"', '""')}"`
  }
  const lines = [columns, ...rows].map((row) => row.map(quoteCell).join(','))
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}

/** Half the width of a day's label on phones, in units of the chart. */
const HALF_DAY_LABEL = 28

/** Centers the label of a day below its point; a label that would be cut off at the edge ends there. */
export function findDayAnchor(x: number, width: number): 'middle' | 'end' {
  return x > width - HALF_DAY_LABEL ? 'end' : 'middle'
}
