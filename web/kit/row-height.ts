/** The height of a row in pixels, as density and pointer decide; asking for it has the page's styles computed. */
export function rowHeight(_density: string): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--row')) || 32
}
