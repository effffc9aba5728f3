/** The height in pixels of one more text line in a row. */
const LINE = 14

/** Returns the row height in pixels for the density and pointer. Reading it forces a style computation. */
export function computeRowHeight(_density: string, lines = 1): number {
  const row = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return (Number.parseFloat(row) || 32) + (lines - 1) * LINE
}
