/**
 * Formats a number with the words that follow it: `1 requirement is` or `3 requirements are`. `singular` and `plural` are
 * the words after the number.
 */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`
}
