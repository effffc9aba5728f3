/** Returns the share of a part in whole percent; 0 if there is nothing. */
export function toPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 100) / whole)
}
