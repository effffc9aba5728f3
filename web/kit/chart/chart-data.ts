/** The figures of a chart: a heading for each column, and the rows. */
export interface ChartData {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** Converts the figures to a data URL of a CSV file. Cells that begin like a formula become text. */
export function toCsvAddress({ columns, rows }: ChartData): string {
  const quoteCell = (value: string | number) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
    return `"${text.replaceAll('"', '""')}"`
  }
  const lines = [columns, ...rows].map((row) => row.map(quoteCell).join(','))
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}
