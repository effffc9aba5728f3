/** Returns the share of a part, in percent without a fraction; 0 if there is nothing. */
export function toPercent(part: number, total: number): number {
  return total === 0 ? 0 : Math.round((part * 100) / total)
}
