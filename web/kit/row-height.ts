/** Room that one more line of text takes in a row. */
const LINE = 14

/** The height of a row in pixels, as density and pointer decide; asking for it has the page's styles computed. */
export function rowHeight(_density: string, lines = 1): number {
  const row = getComputedStyle(document.documentElement).getPropertyValue('--row')
  return (Number.parseFloat(row) || 32) + (lines - 1) * LINE
}
