/** The figures behind a chart: a heading per column, then a row per line. */
export interface ChartData {
  columns: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

/** The figures as the address of a CSV file; cells that begin like a formula become text. */
export function toCsvAddress({ columns, rows }: ChartData): string {
  const cell = (value: string | number) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
    return `"${text.replaceAll('"', '""')}"`
  }
  const lines = [columns, ...rows].map((row) => row.map(cell).join(','))
  return `data:text/csv;charset=utf-8,${encodeURIComponent(lines.join('\r\n'))}`
}
