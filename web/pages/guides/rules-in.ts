/** How many rules a guide has in all. */
export function rulesIn({ high, medium, low }: { high: number; medium: number; low: number }): number {
  return high + medium + low
}
