/** Prints a table with aligned columns. */
export function printTable(heads: string[], lines: string[][]): void {
  const widths = heads.map((head, index) =>
    Math.max(head.length, ...lines.map((line) => (line[index] ?? '').length)),
  )
  for (const line of [heads, ...lines]) {
    const cells = widths.map((width, index) =>
      index === 0 ? (line[index] ?? '').padEnd(width) : (line[index] ?? '').padStart(width),
    )
    console.log(cells.join('  '))
  }
}
