/** Prints a table with aligned columns. */
export function table(heads: string[], lines: string[][]): void {
  const widths = heads.map((head, at) =>
    Math.max(head.length, ...lines.map((line) => (line[at] ?? '').length)),
  )
  for (const line of [heads, ...lines]) {
    const cells = widths.map((width, at) =>
      at === 0 ? (line[at] ?? '').padEnd(width) : (line[at] ?? '').padStart(width),
    )
    console.log(cells.join('  '))
  }
}
