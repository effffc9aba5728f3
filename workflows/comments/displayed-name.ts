/** `PREFIX-000123`, or the fixed label of comments on a component (rule R-5). */
export function displayedName(prefix: string, number: string | null): string {
  return number === null ? '(component)' : `${prefix}-${number}`
}
